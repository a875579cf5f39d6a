//! The arguments. Help texts are in `locales/` and are put in by `help`.

use clap::{Args, Parser, Subcommand, ValueEnum};
use fuseforks_turn::compact::{DEFAULT_IDLE_MINUTES, DEFAULT_KEEP};
use fuseforks_village::Language;
use std::path::PathBuf;

#[derive(Debug, Parser)]
#[command(name = "fuseforks", version, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(subcommand)]
    Village(VillageCommand),
    #[command(subcommand)]
    Template(TemplateCommand),
    #[command(subcommand)]
    Agent(AgentCommand),
    Ask(AskArgs),
    Image(ImageArgs),
    Wire(WireArgs),
    #[command(subcommand)]
    Compact(CompactCommand),
    #[command(subcommand)]
    Mcp(McpCommand),
    #[command(subcommand)]
    Session(SessionCommand),
    #[command(subcommand)]
    Log(LogCommand),
}

#[derive(Debug, Subcommand)]
pub(crate) enum VillageCommand {
    New {
        dir: PathBuf,
        #[arg(long)]
        language: Option<Language>,
        #[arg(long)]
        name: Option<String>,
        #[arg(long)]
        practice: bool,
        #[arg(long, value_name = "URL", requires = "practice")]
        camera: Option<String>,
    },
    Check {
        dir: PathBuf,
    },
    List,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum VisionArg {
    Yes,
    No,
    #[default]
    Auto,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TemplateCommand {
    Add(TemplateAdd),
    List {
        dir: PathBuf,
    },
    Test {
        dir: PathBuf,
        #[arg(long)]
        name: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct TemplateAdd {
    pub(crate) dir: PathBuf,
    #[arg(long)]
    pub(crate) name: String,
    #[arg(long)]
    pub(crate) wire: String,
    #[arg(long, default_value = "")]
    pub(crate) base_url: String,
    #[arg(long, default_value = "")]
    pub(crate) model: String,
    #[arg(long, group = "key")]
    pub(crate) no_key: bool,
    #[arg(long, group = "key")]
    pub(crate) key_stdin: bool,
    #[arg(long, value_name = "NAME", group = "key")]
    pub(crate) key_env: Option<String>,
    #[arg(long, value_enum, default_value_t)]
    pub(crate) vision: VisionArg,
    #[arg(long, value_name = "TOKENS")]
    pub(crate) window: Option<u32>,
    #[arg(long, value_name = "TOKENS")]
    pub(crate) max_output: Option<u32>,
    #[arg(long)]
    pub(crate) temperature: Option<f32>,
    #[arg(long)]
    pub(crate) no_tools: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AgentCommand {
    Add(AgentArgs),
    Set(AgentArgs),
    List { dir: PathBuf },
}

#[derive(Debug, Args)]
pub(crate) struct AgentArgs {
    pub(crate) dir: PathBuf,
    pub(crate) name: String,
    #[arg(long)]
    pub(crate) template: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) mcp_json: Option<PathBuf>,
    #[arg(long, value_name = "OTHER")]
    pub(crate) tie: Vec<String>,
    #[arg(long)]
    pub(crate) max_rounds: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ApproveArg {
    All,
    #[default]
    Ask,
    None,
}

#[derive(Debug, Args)]
pub(crate) struct AskArgs {
    pub(crate) dir: PathBuf,
    #[arg(long, value_name = "NAME|ID")]
    pub(crate) agent: String,
    #[arg(long, value_name = "last|new|ID", default_value = "last")]
    pub(crate) session: String,
    #[arg(long)]
    pub(crate) json: bool,
    #[arg(long, value_name = "FILE")]
    pub(crate) attach: Vec<PathBuf>,
    #[arg(long, value_enum, default_value_t)]
    pub(crate) approve: ApproveArg,
    pub(crate) text: String,
}

#[derive(Debug, Args)]
pub(crate) struct ImageArgs {
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct WireArgs {
    pub(crate) wire: String,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CompactCommand {
    Slim,
    Estimate,
    Split,
    Micro(MicroArgs),
}

#[derive(Debug, Args)]
pub(crate) struct MicroArgs {
    #[arg(long, value_name = "MIN", allow_negative_numbers = true, default_value_t = DEFAULT_IDLE_MINUTES)]
    pub(crate) idle: u64,
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = DEFAULT_KEEP)]
    pub(crate) keep: usize,
}

#[derive(Debug, Subcommand)]
pub(crate) enum McpCommand {
    Tools(McpTarget),
    Call(McpCall),
}

#[derive(Debug, Args)]
pub(crate) struct McpTarget {
    #[arg(long, required_unless_present = "command", conflicts_with = "command")]
    pub(crate) url: Option<String>,
    #[arg(long, value_name = "K=V", requires = "url")]
    pub(crate) header: Vec<String>,
    #[arg(long, value_name = "CMD ARG...", num_args = 1.., value_terminator = ";", allow_hyphen_values = true)]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct McpCall {
    #[command(flatten)]
    pub(crate) target: McpTarget,
    #[arg(long)]
    pub(crate) language: Option<Language>,
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    pub(crate) tool: Option<String>,
    pub(crate) arguments: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SessionCommand {
    List {
        dir: PathBuf,
    },
    Show {
        dir: PathBuf,
        #[arg(value_name = "last|ID")]
        which: Option<String>,
    },
    Search {
        dir: PathBuf,
        query: String,
    },
    Export {
        dir: PathBuf,
        #[arg(value_name = "last|ID")]
        which: Option<String>,
    },
    Summarise {
        dir: PathBuf,
        #[arg(long, value_name = "NAME|ID")]
        agent: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum LogCommand {
    Verdict { file: PathBuf },
}
