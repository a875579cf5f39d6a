# Words of the window. Keys are topic-thing. Names of products and of things on the wire stay as they are.

app-title = Fuseforks
app-title-village = { $village } - Fuseforks
failure-unknown = Something went wrong ({ $code }).
boot-problem-title = Fuseforks could not start

## Actions

action-cancel = Cancel
action-choose = Choose...
action-close = Close
action-copy = Copy
action-copied = Copied
action-open = Open
action-remove = Remove
action-retry = Retry
action-undo = Undo

## Panes

pane-agents = Village and agents
pane-centre = Camera and tools
pane-chat = Conversation
pane-resize-agents = Width of the agent list
pane-resize-chat = Width of the conversation
toast-region = Messages

## Closing

close-title = A turn is still running
close-text = If you close the window now, the turn is interrupted. What was already said is kept.
close-stay = Keep running
close-force = Stop and close

## Villages

village-known = Villages
village-switch = Village: { $village }. Switch
village-broken = Cannot be opened
village-new = New village
village-add = Open a folder...
village-none-title = No village is open
village-none-text = A village is a folder with agents, models and conversations. Make a new one, or open a folder that someone gave you.
village-new-title = New village
village-new-text = A village is a folder that you can copy, share and read.
village-name = Name
village-name-empty = Give it a name.
village-language = Language
village-language-hint = What agents read and write by default. The window keeps its own language.
village-practice = Practice model and camera
village-practice-hint = Three agents and a camera to try everything with, without a key and without the network.
village-folder = Folder
village-folder-default = In the villages folder of this computer
village-create = Create

## Agents

agent-list = Agents
agent-name = Name of the agent
agent-new = New agent
agent-new-name = Agent { $number }
agent-none-title = No agents yet
agent-none-text = An agent is a named helper with its own model, documents and tools.
agent-status-stopped = Stopped
agent-status-idle = Ready
agent-status-connecting = Waits for { $tool } to start
agent-status-thinking = Thinking
agent-status-running-tool = Running { $tool }
agent-status-waiting = Waits for your answer
agent-status-asking = Asking another agent
agent-queued = { $count ->
    [one] { $count } message waits
   *[other] { $count } messages wait
  }
agent-more = More for { $agent }
agent-settings = Settings...
agent-rename = Rename
agent-duplicate = Duplicate
agent-start = Start
agent-stop = Stop agent
agent-stop-turn = Stop this turn
agent-delete = Delete
agent-deleted = { $agent } was deleted.

## Servers of an agent

server-off = Off
server-needs-approval = Needs your approval
server-connecting = Connecting
server-ready = { $tools ->
    [one] Ready, { $tools } tool
   *[other] Ready, { $tools } tools
  }
server-failed = Failed
server-sign-in = Sign-in needed
server-approve = Allow
server-approve-short = Allow
server-approve-title = Allow { $server }?
server-approve-command = { $agent } wants to start this command on your computer. Allow it only if you know what it does.
server-approve-url = { $agent } wants to connect to this address and use its tools. Allow it only if you trust it.
# $names: names of variables.
server-sets = Sets for it: { $names }
server-reads = Gets from the environment of this computer: { $names }

## Status bar

status-bar = Status
status-ready = Ready
status-running = { $count ->
    [one] { $count } turn running
   *[other] { $count } turns running
  }
status-waiting = { $count ->
    [one] { $count } agent waits for you
   *[other] { $count } agents wait for you
  }
status-stop-all = Stop all
status-trouble = { $count ->
    [one] { $count } server needs attention
   *[other] { $count } servers need attention
  }
status-secrets = Keys are kept for this run only
status-secrets-hint = This computer has no key store that Fuseforks can use.
status-usage = { $input } in ({ $cached }% cached), { $output } out
status-usage-hint = Tokens of the last request in this conversation
status-no-model = No model

## Shortcuts

shortcuts-title = Keyboard shortcuts
shortcut-group-window = Window
shortcut-group-agents = Agents
shortcut-group-chat = Conversation
shortcut-palette = Find a command
shortcut-settings = Settings
shortcut-tab-camera = Show the camera
shortcut-tab-output = Show tool output
shortcut-shortcuts = This list
shortcut-agent-previous = Previous agent
shortcut-agent-next = Next agent
shortcut-agent-new = New agent
shortcut-composer = Write a message
shortcut-session-new = New conversation
shortcut-thread-all = All agents or one
shortcut-send = Send
shortcut-newline = New line
shortcut-stop = Stop the turn
shortcut-rename = Rename the agent
shortcut-delete = Delete the agent

## Doors to dialogs

template-list = Models
settings-title = Settings
log-title = Log

## Conversation

chat-all = All
chat-thread = Whose thread
chat-log = Conversation
chat-you = You
chat-to = to
chat-gone-agent = { $id } (deleted)
chat-announce = { $agent } says: { $text }
chat-empty-title = Talk with { $agent }
chat-empty-text = Ask for something, attach a picture, or point to what the camera shows.
chat-no-agent-title = No agent to talk with
chat-no-agent-text = Make an agent on the left, then write to it here.
chat-interrupted = Stopped here
chat-queued = Waits until the running turn ends
chat-withdraw = Withdraw
chat-copy = Copy message
chat-thinking = Thinking
chat-latest = Jump to latest
chat-stop = Stop
session-untitled = New conversation
session-new = New conversation
session-all = All conversations...
session-switch = Conversation: { $title }. Switch

## Composer

composer-placeholder = Message { $agent }
composer-send = Send
composer-queue = Send after the running turn
composer-queue-hint = Goes out after this turn
composer-attach = Attach files
composer-attached = Attached
composer-detach = Remove { $name }
composer-drop = Drop to attach
composer-frame = Attach the camera picture
composer-frame-note = camera, not stored
composer-refused = The model cannot take it
composer-file-checking = Checking
composer-file-refused = Not attached
composer-checking-files = { $count ->
    [1] Checking { $name }
   *[other] Checking { $count } files
  }
composer-no-model = { $agent } has no model yet.
composer-no-key = The model { $model } needs a key.
composer-cannot-carry = { $model } cannot be given { $names }. Remove it, or choose another model.
composer-remedy-agent = Choose a model
composer-remedy-template = Enter the key

## Tools in a conversation

tool-running = running
tool-ok = done
tool-error = The tool reported an error
tool-interrupted = Stopped before it ended
tool-images = { $count ->
    [one] { $count } image
   *[other] { $count } images
  }
tool-dropped = { $count } left out
tool-drop = Left out: { $reason }
tool-open = Show output
tool-not-kept = Its output was kept in memory only and is gone.
drop-too-large = an image that is too large
drop-too-many = more images than one result may bring
drop-unsupported = an image format that models do not take
drop-unreadable = an image that cannot be read
drop-no-vision = an image, since the model cannot see
drop-refused = an image that the model refused

## Approvals

approval-title = { $agent } wants to use { $tool }
approval-arguments = Arguments
approval-no-arguments = Without arguments.
approval-read-only = The server says that it only reads.
approval-destructive = The server says that it may change or delete things.
approval-once = Once
approval-conversation = For this conversation
approval-always = Always
approval-deny = Deny

## Questions of servers

# A server asks in the middle of a call. Its words are not ours, and the person must see whose they are.
question-title = { $server } asks
question-tool = while { $agent } uses { $tool }
question-form-note = What you enter goes to this server. Enter no password that it has no business with.
question-required = required
question-choose = Choose
question-min-max = { $min } to { $max }
question-min = at least { $min }
question-max = at most { $max }
question-send = Send
question-decline = Decline
question-cancel = Close without an answer
question-url-note = The server wants you to open this address in your browser. It opens only if you say so. Look at the host first.
question-host = Host
question-open = Open in the browser

## Turns

turn-rounds = { $count ->
    [one] { $count } round
   *[other] { $count } rounds
  }
turn-tokens = { $input } in, { $output } out
turn-detail = { $input } tokens in, { $cached } of them cached, { $output } out, { $reasoning } of them reasoning; at most { $max } rounds; { $backend }
turn-stop-limit = Round limit reached
turn-stop-repeat = Stopped: { $tool } kept giving the same result
turn-stop-interrupted = Stopped
turn-stop-budget = Budget used up
turn-stop-failed = Failed ({ $code })
turn-stop-other = Ended ({ $code })

## Pictures and sound

media-open = Show { $name } large
media-save = Save
media-saved = Saved to { $path }
media-gone = No longer there
media-blocked = The security rules of this window do not let it be shown. You can save it.
media-unplayable = It cannot be played here. You can save it.
artifact-alt = { $name }, from { $tool }
artifact-save-only = Too large to show

## Camera

camera-title = Camera
camera-source = Camera tool
camera-interval = Interval
camera-fastest = As fast as it goes
camera-every = Every { $time }
camera-start = Start
camera-stop = Stop
camera-alt = Live picture of the camera
camera-press-start = Press Start to see the camera. Pictures stay in memory and reach no model until you ask.
camera-waiting = Waiting for the first picture. The camera's app may be asking for permission: look there.
camera-stopped = The panel has stopped. When the reason above is settled, press Start.
camera-phase-off = Off
camera-phase-starting = Starting
camera-phase-live = Live
camera-phase-stale = No new picture
camera-phase-refused = Refused
camera-phase-unreachable = Not reachable
camera-age = Age
camera-seq = Number
camera-size = Size
camera-resolution = Pixels
camera-fps = Pictures/s
camera-sent = Sent to
camera-snapshot = Save this picture
camera-ask = Ask about this frame
camera-none-title = No camera yet
camera-none-text = An agent needs a server with a tool that gives pictures, such as NIK. Add one, or start the agent that has it.
camera-none-start = Start { $name }
camera-none-action = Add a server
seen-title = What the models saw
seen-open = Show what { $agent } saw with { $tool }

## Tool output

output-title = Tool output
output-filter = Whose output
output-input = Input
output-output = Output
output-user = Only for you
output-seen = Images the model saw
output-none-title = No tool has run yet
output-none-text = What tools are asked and what they give back appears here, with the images that went to the model.
output-none-agent = This agent has not used a tool yet.

## First run

firstrun-title = Welcome to Fuseforks
firstrun-text = Villages of AI agents that talk with you, use your tools, and see what your camera sees.
firstrun-language = Language
firstrun-leaves = What leaves this computer
firstrun-fact-here = Conversations, documents and the pictures that you attach stay in folders on this computer.
firstrun-fact-sent = What an agent reads to answer you (messages, documents, what its tools bring) goes to the provider of its model. The practice village sends nothing.
firstrun-fact-keys = Keys are kept in the key store of your system, or for this run only, never in a file.
firstrun-doors = How to begin
firstrun-practice = Practice village
firstrun-practice-text = Three agents, a practice model and a camera stand-in. No key, no network.
firstrun-practice-action = Try it
firstrun-local = A model on this computer
firstrun-local-looking = Looking for Ollama, LM Studio and llama.cpp on this computer.
firstrun-local-found = { $servers } answers here. No key, and nothing leaves this computer.
firstrun-local-none = Nothing answers on the usual ports of Ollama, LM Studio and llama.cpp. Start one of them, then look again.
firstrun-local-model = Model
firstrun-local-action = Use it
firstrun-local-again = Look again
firstrun-own = Your own model
firstrun-own-text = Paste a key of Anthropic, OpenAI, Google and others, or give the address of a server of your own.
firstrun-own-action = Set up a model
firstrun-folder = Open a village folder

## Palette

palette-title = Find a command
palette-placeholder = Type a command, an agent or a village
palette-none = Nothing fits.
palette-group-command = Command
palette-group-agent = Agent
palette-group-village = Village
palette-agent-settings = Settings of { $agent }

## Saving

action-save = Save
unsaved-title = Save your changes?
unsaved-text = There is text that was not saved yet.
unsaved-discard = Discard
unsaved-stay = Keep editing

## Editor

editor-unsaved = Not saved
editor-saved = Saved
editor-find = Find
editor-replace-with = Replace with
editor-next = Next
editor-previous = Previous
editor-all = All
editor-case = Match case
editor-word = Whole words
editor-regexp = Regular expression
editor-replace = Replace
editor-replace-all = Replace all
editor-close = Close
editor-current = Current match
editor-on-line = on line
editor-replaced-line = Replaced the match on line { "$" }
editor-replaced = Replaced { "$" } matches
editor-goto = Go to line
editor-go = Go
editor-deleted = Selection deleted
editor-control = Control character

## Settings of an agent

agent-dialog-title = Settings of { $agent }
agent-page-general = General
agent-page-documents = Documents
agent-page-servers = Servers (MCP)
agent-page-permissions = Permissions
agent-template = Model
agent-template-hint = What it thinks with. Keys and limits are set with the model.
agent-template-none = There is no model yet
agent-template-choose = Choose a model
agent-template-manage = Models...
agent-rounds = Rounds in a turn
agent-rounds-hint = How often it may use tools and think again before it must answer, 1 to 100.
agent-running = Running
agent-running-on = It answers, and its servers are connected.
agent-running-off = It is stopped, and its servers are disconnected. A message starts it.
tie-title = Ties
tie-text = Who may ask { $agent }, and whom { $agent } may ask. A tie goes one way only.
tie-asks = { $from } may ask { $to }
tie-none = There is no other agent in this village yet.

## Documents

document-which = Document
document-editor = Text of { $name }
document-construct = Character
document-skill = Skills
document-memory = Memory
document-ordinance = Ordinance
document-construct-hint = Who the agent is: its character, its tone, what it cares about. Written in Markdown; it stands in every prompt.
document-skill-hint = What the agent can do, and how it goes about it. It stands in every prompt.
document-memory-hint = What the agent should still know tomorrow. It stands in every prompt.
document-ordinance-hint = Rules for all agents of this village. They stand before everything else in every prompt.

## Servers (MCP)

mcp-hint = Servers give the agent tools. A file made for Claude Desktop, VS Code or Cursor can be pasted as it is.
mcp-hint-shared = Every agent of this village has these servers. What an agent adds itself comes on top.
mcp-nik = Insert NIK's address
mcp-nik-refused = The text does not parse, so nothing was inserted. Mend it first.
mcp-show-line = Show line
mcp-servers = Servers
mcp-unsaved = Not saved yet
mcp-asleep = { $agent } is stopped. Its servers connect when it starts.
mcp-none-title = No servers yet
mcp-none-text = Paste an mcp.json above, or begin with NIK, which shows what a Nikon camera sees.
mcp-command = Command
mcp-address = Address
mcp-protocol = MCP { $version }
mcp-shared = Shared file...
mcp-test = Test
mcp-test-title = Result of the test
mcp-test-good = { $tools ->
    [one] Connected to { $server } in { $ms }: { $tools } tool.
   *[other] Connected to { $server } in { $ms }: { $tools } tools.
  }
mcp-test-protocol = Protocol
mcp-test-tokens = Tokens the tools cost in each request, about
mcp-tools = { $count ->
    [one] { $count } tool
   *[other] { $count } tools
  }
mcp-claims = Names, descriptions and marks are what the server says of itself. Fuseforks does not rely on them.
mcp-approve-title = { $count ->
    [one] Allow this server?
   *[other] Allow these servers?
  }
mcp-approve-text = The file is saved. Nothing starts and nothing is reached before you allow it here.
mcp-approve-command = Starts on this computer
mcp-approve-url = Connects to
mcp-approve-later = Not now
mcp-paste = Paste a configuration...
mcp-input = Value for { $name }
mcp-input-save = Keep
paste-title = Paste a configuration
paste-text = What Claude Desktop, Claude Code, VS Code, Cursor, Windsurf, Cline or Gemini CLI use. Reading it starts nothing and stores nothing.
paste-label = Configuration
paste-placeholder = Paste the file, or a part of it
paste-read = Read
paste-back = Back
paste-take = Add
# Whose file it looks like. $count: servers in it.
paste-client-claude-desktop = Looks like Claude Desktop's. Servers: { $count }
paste-client-claude-code = Looks like Claude Code's. Servers: { $count }
paste-client-vs-code = Looks like VS Code's. Servers: { $count }
paste-client-cursor = Looks like Cursor's. Servers: { $count }
paste-client-windsurf = Looks like Windsurf's. Servers: { $count }
paste-client-cline = Looks like Cline's. Servers: { $count }
paste-client-gemini = Looks like Gemini CLI's. Servers: { $count }
paste-client-unknown = Servers: { $count }
paste-empty = There is no server in this text.
paste-take-one = Add { $server }
paste-name = Name
paste-name-empty = Give it a name.
paste-name-twice = Two have this name.
paste-sse = This is the old HTTP+SSE protocol, which Fuseforks does not speak. Ask its makers for a streamable HTTP address, often ending in /mcp, or run it through a bridge such as mcp-remote.
paste-caution = { $caution ->
    [elevates] This command asks for more rights on this computer.
    [deletes] This command deletes files.
    [shell] This is a shell line, which can do anything.
   *[other] This command names your whole home folder or disk.
  }
paste-unset = Has no value here yet: { $names }. It does not start before it has one.
paste-unsupported = Not acted on, but kept: { $fields }
paste-disabled = It was switched off there.
paste-native = Connect to the address directly instead of through the bridge
paste-split = Split the command at its spaces
paste-secrets = Move secrets into the key store, so that the file only names them: { $names }

## Permissions

permission-text = What happens when the agent wants to use a tool. "Ask" shows you each call first.
permission-of = Permission of { $tool }
permission-allow = Allow
permission-ask = Ask
permission-deny = Deny
permission-none-title = No tools yet
permission-none-text = Tools appear here when the servers of the agent are connected.
permission-none-action = To the servers
tool-claim-image = Image
tool-claim-read = Only reads
tool-claim-destroy = May change or delete

## Models

template-dialog-title = Model templates
template-dialog-text = Each says which model answers, where it is, and how it is asked.
template-new = New template
template-delete = Delete
template-delete-title = Delete { $name }?
template-delete-text = Its key is deleted too. This cannot be undone.
template-delete-used = { $agents } will be without a model. The key is deleted too. This cannot be undone.
model-preset = Provider
model-practice = The practice model runs inside Fuseforks. It needs no address and no key, and it is no AI: it follows a few fixed rules and measures pictures.
model-name = Name
model-wire = Protocol
model-url = Base URL
model-url-plain = This address is not encrypted, so the key could be read on the way.
model-model = Model
model-list = Models at this address
model-list-get = List models
model-list-none = The address answers, but it offers no models. Type the name yourself.
model-behaviour = Behaviour
model-default = Default
model-effort = Reasoning effort
model-effort-hint = How hard it thinks before it answers.
model-effort-default = Default
model-effort-none = None
model-effort-low = Low
model-effort-medium = Medium
model-effort-high = High
model-temperature = Temperature
model-temperature-hint = 0 answers most evenly, 2 most freely. Some models refuse it.
model-temperature-wrong = A number from 0 to 2, or nothing.
model-output = Longest answer
model-output-hint = In tokens, thinking included.
model-window = Context window
model-window-hint = In tokens, as the provider states it.
model-tokens-wrong = A whole number above 0, or nothing.
model-tools = Tools
model-tools-hint = Without tools the agent can only talk.
wire-anthropic = Anthropic
wire-openai-compat = OpenAI-compatible
wire-openai-responses = OpenAI Responses
wire-gemini = Gemini
wire-xai-responses = xAI Responses
wire-meta-responses = Meta Responses
wire-perplexity-responses = Perplexity Responses
wire-ollama = Ollama
wire-practice = Practice
key-title = Key
key-needed = This model wants a key
key-paste = Paste the key
key-replace = Paste another key to replace it
key-kept = A key is kept for this address. It is never shown again.
key-clear = Remove key
key-missing = Key missing
key-moved = The address changed. A key is only ever sent to the address it was entered for, so enter it again.
key-place-store = Kept in the key store of this computer, for this address alone.
key-place-run = This computer has no key store that Fuseforks can use, so the key is kept for this run only.
vision-title = Images
vision-label = Can it see?
vision-hint = "Auto" asks the server where it says, else tries and notices a refusal.
vision-auto = Auto
vision-yes = Yes
vision-no = No
vision-test = Test
vision-test-save = Save and test
vision-test-text = Shows the model a picture of two colours and asks what it sees. This costs one request.
vision-sees = It sees
vision-blind = It does not see
vision-verdict-sees = It sees: it named both colours of the test picture.
vision-verdict-does-not-see = It does not see: it did not name the colours of the test picture.
vision-verdict-invents = It invents: it named colours that are not in the picture. Do not trust what it says about images.
vision-told-yes = The server says: it takes images.
vision-told-no = The server says: it takes no images. None are sent to it, unless you choose "Yes".
vision-told-silent = The server does not say whether it takes images.
vision-told-window = Its window has { $tokens } tokens.
vision-told-no-tools = It takes no tools, so none are offered.
vision-told-never = The server has not been asked yet.
vision-ask = Ask the server

## Settings

set-page-general = General
set-page-village = Village
set-page-servers = Shared servers
set-page-camera = Camera and media
set-page-context = Long conversations
set-page-privacy = Privacy
set-page-about = About
set-user = Your name
set-user-hint = What agents call you, at most 32 characters.
set-language = Language
set-language-hint = Of this window. Each village has a language of its own.
set-theme = Appearance
set-theme-system = System
set-theme-light = Light
set-theme-dark = Dark
set-village-language-hint = What agents read and write. It holds from the next turn on.
set-camera = Camera
set-media = Media
set-interval-hint = How often the camera panel fetches a picture. The agent's own calls go first.
set-upload = Largest image or sound
set-upload-hint = Anything larger in a tool result is left out, and the agent is told so.
set-artifacts = Keep from tools
set-artifacts-hint = Images and sounds that tools gave to you. When there are more, the oldest leave.
set-attachments = Keep of attachments
set-attachments-hint = Files that you sent. When there are more, the oldest leave.
set-attachments-days = Keep attachments for
set-attachments-days-hint = Then a file leaves; the conversation still says that it was there.
set-used = { $hint } In this village now: { $size }.
set-context = When conversations are summarised
set-threshold = Summarise from
set-threshold-hint = Share of the model's window at which older parts are summarised by themselves.
set-image-tokens = One image counts as
set-image-tokens-hint = Used for estimates only. A value that is too high summarises earlier, one that is too low later.
set-idle = Pause
set-idle-hint = After such a pause within a turn, old images and old results of web tools are left out of what is sent.
set-keep = Keep the newest
set-keep-hint = So many of each kind stay after a pause.
set-number-wrong = A whole number from { $min } to { $max }.
unit-percent = %
unit-tokens = tokens
unit-minutes = min
unit-megabytes = MB
unit-days = days
privacy-title = What leaves this computer
privacy-here = Conversations, documents, attachments and the log stay in the folder of the village. Fuseforks sends nothing about you to its makers.
privacy-models = A model gets the message, the conversation so far, the documents of the agent, and the images that tools gave in that turn.
privacy-servers = A server gets the arguments of the calls that an agent makes to it. What it gives back goes to the agent's model.
privacy-camera = Pictures in the camera panel stay in memory. None reaches a model until you ask about it or an agent takes one itself.
privacy-images = An image from a tool is passed on unchanged where it can be, with the place and time the camera wrote into it. Images that you attach lose them.
privacy-keys-store = Keys are in the key store of this computer, each bound to one address, never in a file of the village.
privacy-keys-run = Keys are kept in memory for this run only, since this computer has no key store that Fuseforks can use.
privacy-log = The log holds names, sizes and times, and never what was said, shown or asked.
privacy-receivers = Addresses in this village
privacy-receivers-text = Everything that this village is set up to reach.
privacy-none = Nothing: this village reaches no address.
privacy-model = Model
privacy-server = Server
privacy-command = Program
privacy-local = This computer
privacy-away = Elsewhere
privacy-variable = A variable decides
about-version = Version { $version }
about-licence = Licence
about-keys = Keys
about-keys-store = In the key store of this computer
about-keys-run = For this run only
about-village = Open village
about-text = Villages of AI agents with cameras, tools and ties between them, on your own computer.

## Log

log-lines = Lines
log-turns = Turns
log-filter-text = Find in the log
log-filter-agent = Agent
log-filter-kind = Kind of line
log-filter-level = Level
log-level-info = All levels
log-level-warn = Warnings and errors
log-level-error = Only errors
log-filter-time = Time
log-span-all = Any time
log-span-quarter = Last 15 minutes
log-span-hour = Last hour
log-span-day = Last 24 hours
log-span-week = Last 7 days
log-span-between = From … to …
log-from = From
log-until = To
log-time-form = As in 2026-12-01 14:05, or 14:05 for today
log-any-agent = All agents
log-any-kind = All kinds
log-follow = Follow
log-clear = Clear the filter
log-none-title = No lines
log-none-text = The log fills as agents work.
log-none-match = No line fits the filter.
log-count = { $total } lines in fuseforks.log and fuseforks.log.old
log-count-some = { $matching } of { $total } lines in fuseforks.log and fuseforks.log.old
verdict-empty-title = No turns yet
verdict-empty-text = For each turn this shows whether the images of its tools reached the model.
verdict-time = Time
verdict-agent = Agent
verdict-images = Did the model get the images?
verdict-count = Images
verdict-rounds = Rounds
verdict-input = Tokens in
verdict-growth = Growth
verdict-growth-text = How many tokens longer the input of the next round was. Text alone adds some tens, a picture that the model read adds hundreds.
verdict-end = End
verdict-line = Show the line
verdict-reached = Yes
verdict-withheld = No, kept back
verdict-fallback = No, refused; sent again without them
verdict-failed = No, the turn failed before
verdict-none = No images
verdict-dropped = { $count } left out: { $reason }
verdict-done = Done
verdict-more = Show older ({ $count })

## Conversations

history-title = Conversations
history-search = Search in all conversations
history-found = { $count ->
    [one] { $count } message found
   *[other] { $count } messages found
  }
history-no-hits = Nothing found
history-no-hits-text = No message has these words. Try fewer or other ones.
history-none = No conversations yet
history-none-text = Write to an agent, and the conversation is kept here.
history-current = Open
history-messages = { $count ->
    [one] { $count } message
   *[other] { $count } messages
  }
history-title-of = Title of { $title }
history-rename = Rename { $title }
history-export = Export { $title }
history-delete = Delete
history-delete-of = Delete { $title }
history-delete-title = Delete this conversation?
history-delete-text = "{ $title }" and the images and sounds kept with it are deleted. This cannot be undone.

## Map

map-title = Map of ties
map-node = agent
map-edge = tie
map-hint = Drag from the dot of one agent to another, and it may ask.
map-fit = Show all
map-resize = Height of the map
map-tie-both = { $from } and { $to } may ask each other
map-cut = Cut
map-cut-title = Cut this tie?
map-cut-text = { $from } may then no longer ask { $to }.
map-cut-both = { $from } and { $to } may then no longer ask each other. To cut one direction only, use the settings of an agent.
map-node-help = Enter selects the agent; then the arrow keys move it. Ties are set in the settings of the agent, too.
map-edge-help = Enter cuts the tie, after a question.
map-handle = Draw a tie from here
map-moved = Moved to { $x }, { $y }

## How full a window is, and summaries

context-short = { $percent }%
context-meter = Context { $percent }% full: { $used } of { $window } tokens. Summarised by itself from { $at }.
context-title = Context
context-intro = What an agent remembers of this conversation goes into every request. When it fills too much of the model's window, the older part is summarised. Nothing is deleted: you can always read the originals.
context-used = { $used } of { $window } tokens
context-at = Summarised by itself from { $at } tokens.
context-assumed = Nobody said how large this model's window is, so this is assumed; set it in the model.
context-busy = It is working now.
context-nothing = Nothing to summarise yet.
context-stopped = It is not started.
context-cost =
    { $exchanges ->
        [one] A summary now would stand for 1 exchange; the model would read about { $cost } tokens.
       *[other] A summary now would stand for { $exchanges } exchanges; the model would read about { $cost } tokens.
    }
context-plan =
    { $calls ->
        [one] Summarising now makes 1 model call that reads about { $cost } tokens.
       *[other] Summarising now makes { $calls } model calls that read about { $cost } tokens together.
    }
context-plan-nothing = There is nothing to summarise now.
context-summarise = Summarise and continue
context-settings = When to summarise
context-done =
    { $count ->
        [one] Summarised. The conversation goes on from there.
       *[other] Summarised for { $count } agents. The conversation goes on from there.
    }
summary-exchanges =
    { $count ->
        [one] { $name } remembers 1 earlier exchange as a summary
       *[other] { $name } remembers { $count } earlier exchanges as a summary
    }
summary-rounds =
    { $count ->
        [one] { $name } summarised 1 round of this turn
       *[other] { $name } summarised { $count } rounds of this turn
    }
summary-size = { $before } → { $after } characters
summary-note = The model reads this instead of the messages above. They stay as they are.
summary-rounds-note = Until the end of this turn the model read this instead of those rounds.
summary-originals = Show the originals

## Work status

work-title = Work
work-waves = Who asks whom
work-which = What to show
work-none-title = No agent has asked another yet
work-none-agents = Make a second agent, then tie the two on the map. What one asks the other appears here.
work-none-ties = Draw a tie on the map from one agent to another. What one asks the other appears here.
work-none-ask = Write to { $from }: "Ask { $to } what it can do." Who asks whom, and how far it is, appears here.
work-kind-ask = asks
work-kind-plan = asks { $count } at once
work-kind-handoff = hands the conversation on to
work-hop = hop { $hop }
work-hop-hint = How many agents the request has passed, at most 8
work-state-queued = Waits
work-state-running = Works
work-state-done = Answered
work-state-failed = Came to nothing
work-state-stopped = Stopped
work-code-timeout = No answer in time. Ask again, or ask for less at once.
work-code-cycle = It waits for an answer itself, so it could never have answered.
work-code-hops = The request had passed too many agents. Ask the agent directly.
work-code-inbox = Too many messages wait for it. Try again later, or take some back.
work-code-budget = The budget of the request is used up. Raise it in the village's settings.
work-code-gone = The message was taken back, or the agent was stopped.
work-code-other = The turn ended with { $code }. Its conversation says more.
work-stop-task = Stop { $agent }
work-withdraw-task = Withdraw the task for { $agent }
work-stop-hint = Ends the turn of { $agent } and all that it asked for
plaza-title = Plaza
plaza-about = What was said lately, as agents of this village read it. An agent can stay out of it in its settings.
plaza-none-title = Nothing was said yet
plaza-none-text = Write to an agent. What is said here is what the others read of it.
map-passing-asks = { $count ->
    [one] { $from } asks { $to }
   *[other] { $from } and { $to }: { $count } questions on the way
  }
map-passing-waits = { $from } waits for { $to } to begin
map-passing-hands = { $from } handed the conversation on to { $to }
budget-short = { $spent } of { $limit }
budget-meter = Budget of the request: { $spent } of { $limit } effective tokens used, { $held } held for running calls. Press to change it.

## Living together

agents-start = Start all agents
agents-stop = Stop all agents
shortcut-tab-work = Show who works for whom
chat-queued-agent = Waits until the agent is free
agent-together = With the others
agent-role = Role
agent-role-hint = What it has in common with others. It stands in every prompt.
agent-role-none = No role
agent-role-manage = Roles...
agent-handoff = May hand on
agent-handoff-hint = It may give a conversation to another agent and be done with it. Asking is not affected.
agent-plaza = Takes part in the plaza
agent-plaza-hint = It reads what was said in the village lately, and what it says is read there.
agent-remembers = Writes into its memory
agent-remembers-hint = It may note by itself what it should still know tomorrow.
role-title = Roles
role-text = What several agents can have in common. Choose a role in the settings of an agent.
role-new = New role
role-which = Role
role-none = There is no role yet. Give the first one a name and say what its agents do.
role-name = Name of the role
role-body = What it means
role-body-hint = Every agent in this role is told this, in each prompt. At most 20,000 characters.
role-used = { $count ->
    [one] { $count } agent
   *[other] { $count } agents
  }
role-delete-title = Delete the role { $role }?
role-delete-text = No agent has it. This cannot be undone.
role-delete-used = { $count ->
    [one] { $count } agent will be without a role. This cannot be undone.
   *[other] { $count } agents will be without a role. This cannot be undone.
  }
set-budget = Budget of one request
set-budget-hint = In effective tokens, for all agents that work on it: input counts once, cached input a tenth, output four times. Empty takes the usual 1,000,000.

## Icons, work folders, the blackboard

agent-icon = Icon
set-icon = Your icon
icon-hint = A JPEG, PNG or WebP. The middle of it is kept as a small picture.
icon-choose = Choose a picture…
icon-remove = Remove
folder-group = Work folder
folder-label = Folder on this computer
folder-hint = Commands of the agent's servers run here, and ${ "{" }workspaceFolder{ "}" } in its mcp.json means it. It is kept on this computer only, not in the village.
folder-none = No folder
folder-choose = Choose a folder
folder-others = Use the same folder for other agents
folder-share =
    { $count ->
        [one] Use it for 1 more agent
       *[other] Use it for { $count } more agents
    }
board-title = Blackboard
board-about = One text for everybody in this village: you write here, agents read it and write on it too.
board-none-title = Nothing is on the blackboard
board-none-text = Write what all agents should know. Agents that take part in the village read it with each message, and write on it too.
board-write = Write
board-edit = Edit
board-by = { $name } wrote last, { $time }
board-changed = { $name } wrote on the blackboard meanwhile.
board-take = Take the new text
board-keep = Keep mine
shortcut-tab-board = Show the blackboard
