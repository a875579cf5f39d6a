//! What comes in against what goes out, judged by pixels and by decoders that are not ours.

#[cfg(test)]
mod attachments;
#[cfg(test)]
mod base64;
#[cfg(test)]
mod damage;
#[cfg(test)]
mod formats;
#[cfg(test)]
mod icon;
#[cfg(test)]
mod jpeg;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod memory;
#[cfg(test)]
mod orientation;
#[cfg(test)]
mod png;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod support;
#[cfg(test)]
mod webp;
