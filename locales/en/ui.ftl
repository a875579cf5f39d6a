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
village-practice-hint = Three agents to try everything with, without a key and without the network.
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
firstrun-text = Villages of AI agents that talk with you, ask each other, and see what your camera sees.
firstrun-language = Language
firstrun-leaves = What leaves this computer
firstrun-fact-here = Conversations, documents and pictures stay in folders on this computer.
firstrun-fact-sent = Only what you send to a model goes to the provider that you chose for it. The practice village sends nothing.
firstrun-fact-keys = Keys are kept in the key store of your system, never in a file.
firstrun-doors = How to begin
firstrun-practice = Practice village
firstrun-practice-text = Three agents, a practice model and a camera stand-in. No key, no network.
firstrun-practice-action = Try it
firstrun-own = Your own model
firstrun-own-text = Paste a key of a provider, or use a model that runs on this computer.
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
