//! Stories: what a person does and sees, from the message to the stored reply, against strict stand-ins.

#[cfg(test)]
mod approvals;
#[cfg(test)]
mod artifacts;
#[cfg(test)]
mod attachments;
#[cfg(test)]
mod bare_images;
#[cfg(test)]
mod board;
#[cfg(test)]
mod budget;
#[cfg(test)]
mod camera;
#[cfg(test)]
mod caps;
#[cfg(test)]
#[cfg(unix)]
mod chaos;
#[cfg(test)]
mod cli_ask;
#[cfg(test)]
mod cli_compact;
#[cfg(test)]
mod cli_media;
#[cfg(test)]
mod cli_refusals;
#[cfg(test)]
mod cli_village;
#[cfg(test)]
mod compaction;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod crowd;
#[cfg(test)]
mod cuts;
#[cfg(test)]
mod decoding;
#[cfg(test)]
mod delegation;
#[cfg(test)]
mod echo;
#[cfg(test)]
mod facts;
#[cfg(test)]
mod files;
#[cfg(test)]
mod folding;
#[cfg(test)]
mod forwarding;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod icons;
#[cfg(test)]
mod kept;
#[cfg(test)]
mod keys;
mod local_models;
#[cfg(target_os = "linux")]
#[cfg(test)]
mod local_servers;
#[cfg(test)]
mod loops;
#[cfg(target_os = "linux")]
#[cfg(test)]
mod memory;
#[cfg(test)]
mod odd_images;
#[cfg(test)]
mod order;
#[cfg(target_os = "linux")]
#[cfg(test)]
mod os_store;
#[cfg(test)]
mod oversize;
#[cfg(test)]
mod pane;
#[cfg(test)]
mod paste;
#[cfg(test)]
mod placement;
#[cfg(test)]
mod practice;
#[cfg(test)]
mod privacy;
#[cfg(test)]
mod prompts;
#[cfg(test)]
mod questions;
#[cfg(test)]
mod refusal;
#[cfg(test)]
mod resilience;
#[cfg(test)]
mod side_by_side;
#[cfg(test)]
mod signed_out;
#[cfg(test)]
mod starting;
#[cfg(test)]
mod stop;
#[cfg(test)]
mod support;
#[cfg(test)]
mod trust;
#[cfg(test)]
mod vision;
#[cfg(test)]
mod wires;
#[cfg(test)]
#[cfg(unix)]
mod work_folders;
