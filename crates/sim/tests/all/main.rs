//! The stand-ins, asked over real sockets with JSON written by hand.

#[cfg(feature = "camera")]
#[cfg(test)]
mod camera;
#[cfg(test)]
mod http;
