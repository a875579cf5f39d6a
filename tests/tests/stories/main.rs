//! Stories: what a person does and sees, from the message to the stored reply, against strict stand-ins.

#[cfg(test)]
mod camera;
#[cfg(test)]
mod pane;
#[cfg(test)]
mod placement;
#[cfg(test)]
mod privacy;
#[cfg(test)]
mod refusal;
#[cfg(test)]
mod support;
