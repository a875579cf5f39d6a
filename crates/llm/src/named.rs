//! Which tool a refusal means. Some servers name it by its place in the request only, which says nothing
//! to a person.

use crate::canonical::ToolSpec;

/// What stands before the place, the most telling first. Gemini has one list of tools that holds a list of
/// functions; the others have one list.
const BEFORE: [&str; 4] = ["function_declarations[", "functionDeclarations[", "tools[", "tools."];

/// The name of the tool that a text points at by its place.
pub(crate) fn tool<'a>(text: &str, tools: &'a [ToolSpec]) -> Option<&'a str> {
    let place = BEFORE.iter().find_map(|before| {
        let rest = &text[text.find(before)? + before.len()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        rest[..digits].parse::<usize>().ok()
    })?;
    tools.get(place).map(|tool| tool.name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_name() {
        let tools: Vec<ToolSpec> = ["cam__shot", "fs__read"]
            .map(|name| ToolSpec {
                name: name.into(),
                description: String::new(),
                parameters: Default::default(),
            })
            .into();
        for (text, name) in [
            (
                "* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[x].type: must be specified",
                Some("fs__read"),
            ),
            (
                "Unknown name \"$ref\" at 'tools[0].functionDeclarations[0].parameters': Cannot find field.",
                Some("cam__shot"),
            ),
            ("tools.1.custom.input_schema: JSON schema is invalid", Some("fs__read")),
            ("Invalid schema for function at tools[1].function.parameters", Some("fs__read")),
            ("tools[7].function.parameters", None),
            ("the tools. are wrong", None),
            ("tools[99999999999999999999999]", None),
            ("prompt is too long", None),
        ] {
            assert_eq!(tool(text, &tools), name, "{text}");
        }
    }
}
