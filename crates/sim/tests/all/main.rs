//! The stand-ins, asked over real sockets with JSON written by hand.

#[cfg(feature = "provider")]
#[cfg(test)]
mod anthropic;
#[cfg(feature = "provider")]
#[cfg(test)]
mod behaviour;
#[cfg(feature = "camera")]
#[cfg(test)]
mod camera;
#[cfg(feature = "provider")]
#[cfg(test)]
mod gemini;
#[cfg(test)]
mod http;
#[cfg(feature = "provider")]
#[cfg(test)]
mod ollama;
#[cfg(feature = "provider")]
#[cfg(test)]
mod openai_compat;
#[cfg(all(feature = "camera", feature = "provider", unix))]
#[cfg(test)]
mod program;
#[cfg(feature = "provider")]
#[cfg(test)]
mod responses;
#[cfg(feature = "provider")]
#[cfg(test)]
mod support;
