//! A server's question on the terminal. Without one the answer is no, and that is said.

use crate::output;
use fuseforks_mcp::host::{Ask, ElicitAnswer, Elicitation, Host};
use fuseforks_village::{
    Village,
    contract::question::{
        FieldTakes, QuestionAction, QuestionAnswer, QuestionAsk, QuestionField, QuestionView,
    },
    question_view,
    text::Text,
};
use serde_json::{Map, Value, json};
use std::io::{BufRead as _, IsTerminal as _};

/// Tries at a form whose values do not fit; then it counts as put away.
const TRIES: usize = 5;

async fn line() -> String {
    let read = tokio::task::spawn_blocking(|| {
        let mut answer = String::new();
        // Ended input is no yes.
        let _ = std::io::stdin().lock().read_line(&mut answer);
        answer
    });
    read.await.unwrap_or_default().trim().to_owned()
}

/// Asks for a village's agent; what does not fit is asked again.
pub(crate) async fn ask(text: &'static Text, village: &Village, question: &QuestionView) {
    for _ in 0..TRIES {
        let (action, values) = answer(text, question).await;
        let village_id = village.id().to_owned();
        let said = QuestionAnswer { village: village_id, id: question.id.clone(), action, values };
        match village.question_answer(&said) {
            Ok(()) => return,
            Err(failure) if failure.code == "question-field" => {
                output::note(&output::sentence(text, &failure));
            }
            // Its call is over.
            Err(_) => return,
        }
    }
    let (village_id, id) = (village.id().to_owned(), question.id.clone());
    let put_away =
        QuestionAnswer { village: village_id, id, action: QuestionAction::Cancel, values: Value::Null };
    let _ = village.question_answer(&put_away);
}

async fn answer(text: &'static Text, question: &QuestionView) -> (QuestionAction, Value) {
    output::note(&text.cli_question(&question.server));
    if !question.message.is_empty() {
        output::note(&format!("  {}", question.message.replace('\n', "\n  ")));
    }
    match &question.ask {
        QuestionAsk::Url { url, host } => {
            output::note(&text.cli_question_url(host, url));
            output::note(&text.cli_question_consent());
            match line().await.to_lowercase().as_str() {
                "y" | "yes" => (QuestionAction::Accept, Value::Null),
                _ => (QuestionAction::Decline, Value::Null),
            }
        }
        QuestionAsk::Form { fields } => {
            output::note(&text.cli_question_form());
            let mut values = Map::new();
            for field in fields {
                output::note(&format!("{}{}:", label(field), proposal(field)));
                let said = line().await;
                if said == "!" {
                    return (QuestionAction::Decline, Value::Null);
                }
                if let Some(value) = value(field, &said) {
                    values.insert(field.key.clone(), value);
                }
            }
            (QuestionAction::Accept, Value::Object(values))
        }
    }
}

fn label(field: &QuestionField) -> String {
    let mark = if field.required { "*" } else { "" };
    let choices = match &field.takes {
        FieldTakes::Choice { choices } | FieldTakes::Many { choices, .. } => {
            let values: Vec<_> = choices.iter().map(|choice| choice.value.as_str()).collect();
            format!(" ({})", values.join(", "))
        }
        FieldTakes::Flag => " (y/n)".to_owned(),
        FieldTakes::Text { .. } | FieldTakes::Number { .. } => String::new(),
    };
    format!("{}{mark}{choices}", field.label)
}

fn proposal(field: &QuestionField) -> String {
    match &field.default {
        Some(Value::String(text)) => format!(" [{text}]"),
        Some(other) => format!(" [{other}]"),
        None => String::new(),
    }
}

/// What a typed line means for a field. What makes no sense goes as text, and is refused by its type.
fn value(field: &QuestionField, said: &str) -> Option<Value> {
    if said.is_empty() {
        return field.default.clone();
    }
    Some(match &field.takes {
        FieldTakes::Text { .. } | FieldTakes::Choice { .. } => json!(said),
        FieldTakes::Number { integer: true, .. } => {
            said.parse::<i64>().map_or_else(|_| json!(said), |number| json!(number))
        }
        FieldTakes::Number { .. } => said.parse::<f64>().map_or_else(|_| json!(said), |number| json!(number)),
        FieldTakes::Flag => match said.to_lowercase().as_str() {
            "y" | "yes" | "true" => json!(true),
            "n" | "no" | "false" => json!(false),
            _ => json!(said),
        },
        FieldTakes::Many { .. } => said.split(',').map(|one| json!(one.trim())).collect(),
    })
}

/// The person at this terminal, for a server without a village.
pub(crate) struct Terminal {
    pub(crate) text: &'static Text,
}

#[async_trait::async_trait]
impl Host for Terminal {
    async fn elicit(&self, request: Elicitation) -> ElicitAnswer {
        if !std::io::stdin().is_terminal() {
            output::note(&self.text.cli_question_nobody(&request.server));
            return ElicitAnswer::Decline;
        }
        let question = question_view("", &request);
        for _ in 0..TRIES {
            match (answer(self.text, &question).await, &request.ask) {
                ((QuestionAction::Accept, values), Ask::Form(form)) => {
                    let Err(wrong) = form.check(&values) else { return ElicitAnswer::Accept(values) };
                    output::note(&format!("{}: {}", wrong.key, wrong.problem.key()));
                }
                ((QuestionAction::Accept, _), Ask::Url { .. }) => return ElicitAnswer::Accept(Value::Null),
                ((QuestionAction::Decline, _), _) => return ElicitAnswer::Decline,
                ((QuestionAction::Cancel, _), _) => return ElicitAnswer::Cancel,
            }
        }
        ElicitAnswer::Cancel
    }
}

#[cfg(test)]
mod tests {
    use super::value;
    use fuseforks_village::contract::question::{FieldTakes, QuestionField};
    use serde_json::{Value, json};

    fn field(takes: FieldTakes, default: Option<Value>) -> QuestionField {
        QuestionField {
            key: "k".to_owned(),
            label: "K".to_owned(),
            description: None,
            required: false,
            default,
            takes,
        }
    }

    #[test]
    fn a_typed_line_becomes_what_the_field_takes() {
        let text = field(FieldTakes::Text { min: None, max: None, format: None }, Some(json!("Mina")));
        assert_eq!(value(&text, ""), Some(json!("Mina")));
        assert_eq!(value(&text, "12"), Some(json!("12")));
        let number = field(FieldTakes::Number { integer: true, min: None, max: None }, None);
        assert_eq!(value(&number, "12"), Some(json!(12)));
        assert_eq!(value(&number, "twelve"), Some(json!("twelve")));
        assert_eq!(value(&number, ""), None);
        let flag = field(FieldTakes::Flag, None);
        assert_eq!(value(&flag, "Y"), Some(json!(true)));
        let many = field(FieldTakes::Many { choices: Vec::new(), min: None, max: None }, None);
        assert_eq!(value(&many, "a, b"), Some(json!(["a", "b"])));
    }
}
