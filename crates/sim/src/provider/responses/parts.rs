//! Content parts of messages and of call outputs.

use super::super::fault::{Check, Fault};
use super::super::node::Node;
use super::super::openai_compat::data_url;
use super::super::picture::{self, Rules};
use super::super::received::{Image, Message, ToolResult, push_line};
use super::super::world::World;
use super::vendor::Vendor;

/// Content of a user or system message.
pub(super) fn content(vendor: &Vendor, world: &World, node: &Node<'_>, message: &mut Message) -> Check<()> {
    if node.value.is_string() {
        message.push_text(node.filled()?);
        return Ok(());
    }
    for part in list(vendor, node)? {
        match kind(vendor, &part, vendor.parts)? {
            "input_text" => message.push_text(text(&part)?),
            "input_image" => message.images.push(image(vendor, world, &part)?),
            other => message.files.push(file(other, &part)?),
        }
    }
    Ok(())
}

/// Output of a call: a string or a list of parts; never an object.
pub(super) fn output(vendor: &Vendor, world: &World, node: &Node<'_>, result: &mut ToolResult) -> Check<()> {
    if node.value.is_string() {
        node.filled()?.clone_into(&mut result.text);
        return Ok(());
    }
    for part in list(vendor, node)? {
        match kind(vendor, &part, &["input_text", "input_image", "input_file"])? {
            "input_text" => push_line(&mut result.text, text(&part)?),
            "input_image" => result.images.push(image(vendor, world, &part)?),
            other => file(other, &part).map(drop)?,
        }
    }
    Ok(())
}

fn list<'a>(vendor: &Vendor, node: &Node<'a>) -> Check<Vec<Node<'a>>> {
    let parts = node.list().map_err(|_| vendor.shape(node.fault("did not match any supported type")))?;
    if parts.is_empty() {
        return Err(node.fault("must not be empty"));
    }
    Ok(parts)
}

fn kind<'a>(vendor: &Vendor, part: &Node<'a>, allowed: &[&str]) -> Check<&'a str> {
    part.need("type")?.one_of(allowed).map_err(|fault| vendor.shape(fault))
}

fn text<'a>(part: &Node<'a>) -> Check<&'a str> {
    part.only(&["type", "text"])?;
    part.need("text")?.filled()
}

fn image(vendor: &Vendor, world: &World, part: &Node<'_>) -> Check<Image> {
    part.only(&["type", "image_url", "detail"])?;
    part.maybe("detail", |detail| detail.one_of(&["low", "high", "auto", "original"]))?;
    let rules =
        Rules { types: vendor.images, edge: 16_384, characters: vendor.image_characters, url_safe: false };
    let url = part.need("image_url")?;
    // An object is what the older chat API takes.
    url.text().map_err(|fault| vendor.shape(fault))?;
    data_url(world, &url, &rules)
}

fn file(kind: &str, part: &Node<'_>) -> Check<(String, usize)> {
    let decode = |node: &Node<'_>, base64: Option<&str>| {
        let bytes = base64.and_then(|text| picture::decode(text, false));
        bytes.map(|bytes| bytes.len()).ok_or_else(|| node.fault("invalid base64"))
    };
    match kind {
        "input_audio" => {
            part.only(&["type", "data", "format"])?;
            let format = part.need("format")?.one_of(&["wav", "mp3"])?;
            let data = part.need("data")?;
            Ok((format!("audio/{format}"), decode(&data, Some(data.text()?))?))
        }
        "input_video" => {
            part.only(&["type", "video_url"])?;
            let url = part.need("video_url")?;
            Ok(("video/mp4".to_owned(), decode(&url, url.text()?.strip_prefix("data:video/mp4;base64,"))?))
        }
        _ => {
            part.only(&["type", "filename", "file_data"])?;
            part.need("filename")?.filled()?;
            let data = part.need("file_data")?;
            let base64 = data.text()?.strip_prefix("data:application/pdf;base64,");
            Ok(("application/pdf".to_owned(), decode(&data, base64)?))
        }
    }
}

/// Assistant text: a string, or output parts where the vendor takes them.
pub(super) fn said(vendor: &Vendor, node: &Node<'_>, message: &mut Message) -> Check<()> {
    if node.value.is_string() {
        message.push_text(node.filled()?);
        return Ok(());
    }
    if !vendor.assistant_parts {
        return Err(vendor.shape(Fault::invalid(node.path.clone(), "expected a string")));
    }
    for part in list(vendor, node)? {
        part.need("type")?.one_of(&["output_text"]).map_err(|fault| vendor.shape(fault))?;
        part.only(&["type", "text", "annotations", "logprobs"])?;
        message.push_text(part.need("text")?.filled()?);
    }
    Ok(())
}
