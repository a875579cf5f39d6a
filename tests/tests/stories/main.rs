//! Stories: what a person does and sees, from the message to the stored reply, against strict stand-ins.

#[cfg(test)]
mod approvals;
#[cfg(test)]
mod camera;
#[cfg(test)]
mod caps;
#[cfg(test)]
mod files;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod loops;
#[cfg(test)]
mod order;
#[cfg(test)]
mod pane;
#[cfg(test)]
mod placement;
#[cfg(test)]
mod privacy;
#[cfg(test)]
mod refusal;
#[cfg(test)]
mod stop;
#[cfg(test)]
mod support;
#[cfg(test)]
mod trust;
