### What the person is told when something cannot be done, or how a turn ended. Read by people, in their own language.


## The application

error-internal = Something went wrong inside Fuseforks. Nothing was lost; try again, and look at app.log if it happens again.
error-bad-request = The window asked for something in a form that this version does not know.
error-unknown-command = The window asked for { $name }, which this version does not have.
error-file-io = { $file } could not be read or written: { $reason }. Check the folder's permissions and the free space.
error-file-missing = There is no file { $file }. Check the path.
error-file-is-folder = { $file } is a folder, not a file. Give the path of a file.
error-folder-is-file = { $file } is a file, not a folder. Give the path of a folder.
error-file-json = { $file } does not parse: line { $line }, column { $column }: { $reason }. It was left as it is; mend it there.
error-no-display = There is no display, so no window can open. Run it in a terminal of your desktop, or use the command line `fuseforks`, which needs no window.
error-store-failed = The conversations could not be read or written: { $reason }. Nothing was overwritten.
error-name-empty = Give a name.

## Villages

error-village-missing = There is no village in { $path }. Choose a folder that has a village.json, or make a new village.
error-village-newer = The village in { $path } was written by a newer Fuseforks (format { $format }). Update Fuseforks to open it.
error-village-agent-id = { $file } has an agent with the id { $agent }; ids look like agent_1. Mend it there.
error-village-locked = The village in { $path } is open in another Fuseforks (pid { $pid }). Close it there first.
error-village-twice = A copy of the village in { $path } is open already. Close the other copy first.
error-village-unknown = This computer knows no village { $village }. Add its folder.
error-village-not-open = The village { $village } is not open. Open it first.
error-village-folder-not-empty = { $path } is not empty. Choose an empty or new folder.
error-session-unknown = There is no conversation { $session }.
error-session-busy = An agent is still working in this conversation. Stop it first.

## Agents and messages

error-agent-unknown = There is no agent { $agent } in this village.
error-agent-ambiguous = Several agents are called { $agent }. Use the id (agent_1 and so on).
error-agent-no-template = { $name } has no model yet. Choose one in the agent's settings.
error-rounds-range = The number of rounds goes from 1 to 100.
error-tie-self = An agent cannot be tied to itself.
error-role-unknown = There is no role { $role } in this village.
error-role-long = The text of a role has at most { $limit } characters. Shorten it.
error-document-long = { $file } is longer than { $limit } KB. Shorten it.
error-board-long = The blackboard holds at most { $limit } characters. Shorten it.
error-board-changed = Somebody wrote on the blackboard meanwhile. Look at the new text, then save again.
error-work-folder-missing = There is no folder { $folder } on this computer. Write the whole path of a folder that exists.
error-icon-unreadable = This picture cannot be read. Choose a JPEG, PNG or WebP.
error-icon-unsupported = A { $format } picture cannot be an icon. Choose a JPEG, PNG or WebP.
error-icon-too-large = This picture is too large for an icon. Choose a smaller one.
error-message-empty = Write a message first.
error-message-long = The message is longer than { $limit } characters. Shorten it, or send a file.
error-message-gone = The message is already being worked on. Use Stop.
error-inbox-full = Too many messages wait for { $name }. Wait, or take some back.
error-agent-busy = { $name } is working. Wait for the end of the turn, or stop it.
error-approval-gone = This call no longer waits for an answer.
error-question-gone = This question no longer waits for an answer.
error-question-field =
    { $problem ->
        [missing] { $field } needs a value.
        [too_small] { $field } is too short, too small or too few.
        [too_large] { $field } is too long, too large or too many.
        [not_a_choice] { $field } is not one of the choices.
       *[other] { $field } does not take this value.
    }

## Templates and keys

error-template-unknown = There is no template { $template }.
error-template-ambiguous = Several templates are called { $template }. Use the id (template_1 and so on).
error-template-name = Give the template a name.
error-template-model = Give the name of the model.
error-template-url = The base URL must begin with http:// or https:// and hold no user name or password.
error-template-origin = The template { $template } would talk to { $origin }, which you have not confirmed on this computer. Open the template, check the address and save it.
error-wire-unknown = The wire { $wire } is not known. Choose one of these: { $wires }.
error-key-missing = There is no key for { $template } at this address. Enter it in the template.
error-key-locked = The key store of this computer is locked or does not answer, so the key for { $template } cannot be read. Unlock it and try again.
error-key-store = The key store of this computer refused. The key for { $template } could not be read or kept.
error-key-characters = The key has characters that no key has (line breaks, or letters outside ASCII). Copy it again.
error-key-empty = The key is empty. Enter the whole key.
error-key-choice = { $url } is likely to want a key. Add --key-stdin (read it from stdin), --key-env NAME (an environment variable holds it) or --no-key (there is none).
error-key-variable = The environment variable { $variable }, which should hold the key for { $template }, is not set.
error-key-variable-trust = The template { $template } wants to read the environment variable { $variable } for { $origin }, which you have not confirmed on this computer.
error-llm =
    { $code ->
        [CANCELLED] The call was stopped.
        [UNREACHABLE] The model's server cannot be reached. Check the address and that the server runs.
        [CONNECTION_LOST] The connection to the model's server broke. Send the message again.
        [TIMEOUT] The model's server did not answer in time. Send the message again, or check the server.
        [TOO_LARGE] The model's answer was larger than the limit.
        [KEY] The model's server refused the key ({ $status }). Enter it again in the template.
        [BILLING] The account at the model's provider has no credit or reached its limit ({ $status }).
        [RATE_LIMITED] Too many requests ({ $status }). Wait a little and send the message again.
        [SERVER] The model's server failed or is overloaded ({ $status }). Send the message again later.
        [NOT_FOUND] The model or the address does not exist ({ $status }). Check both in the template.
        [CONTEXT_TOO_LONG] The conversation is longer than the model can read ({ $status }). Begin a new conversation.
        [IMAGES_REFUSED] The model's server refused the images ({ $status }). Choose a model that sees, or send the message without them.
        [INVALID_REQUEST] The model's server refused the request ({ $status }). Check the template's settings.
        [TRUNCATED] The answer broke off before its end. Send the message again.
        [MALFORMED] The server's answer is not what the protocol says. Check the wire and the address in the template.
       *[other] The model call failed ({ $code }, { $status }).
    }

## How turns end

error-turn-stopped = The turn was stopped before it began. Send the message again if you still want an answer.
error-turn-interrupted =
    { $by ->
        [asker] Stopped because nobody waits for this answer any more: the agent that asked was stopped or had waited too long. Ask again if you still need it.
        [closing] Stopped because the village was closed. What was said so far stays; send a new message to go on.
       *[person] You stopped this turn. What was said so far stays; send a new message to go on.
    }
error-turn-failed =
    { $code ->
        [EMPTY_REPLY] The model answered nothing. Send the message again, or raise the output cap of the template.
       *[other] The turn failed inside Fuseforks ({ $code }). Send the message again.
    }
error-turn-tool-limit = Stopped after { $rounds } rounds, the limit of this agent. Say "go on" to continue, or raise the limit in its settings.
error-turn-repeat = Stopped because { $tool } kept returning the same result. Ask in another way.
# $tokens: effective tokens.
error-turn-budget = The budget of this request ({ $tokens } effective tokens) is spent. Send a new message to go on, or raise the budget in the village's settings.
error-turn-no-text = { $template } said nothing more.

## Servers and tools

error-mcp-json =
    { $file }, line { $line }, column { $column }: { $reason ->
        [syntax] this is not JSON.
        [too_long] the text is too long.
        [too_many] there are too many servers.
        [not_an_object] the file must hold an object.
        [no_servers] there is no "mcpServers" or "servers" in it.
        [empty_name] a server has no name.
        [duplicate] a server is named twice.
        [not_a_server] a server must be an object.
        [no_transport] a server has neither "command" nor "url".
        [unknown_type] a server has an unknown "type"; use "http" or "stdio".
        [missing] a server lacks the field that its "type" needs.
        [bad_field] a field has the wrong kind of value.
        [bad_url] an address does not begin with http:// or https://.
       *[other] { $reason }.
    } The file was not changed.
error-mcp-json-large = { $file } is larger than 1 MB.
error-server-unknown = There is no server { $server } in this mcp.json.
error-server =
    { $server }: { $code ->
        [UNREACHABLE] cannot be reached. Check that it runs and that the address is right.
        [TIMEOUT] did not answer within { $detail } seconds.
        [HTTP_STATUS] answered with HTTP { $detail }.
        [SIGN_IN_NEEDED] did not accept the access token: it is missing, wrong or expired. Put a valid one into the server's headers, or enter it on the server's card. Signing in from Fuseforks is not possible yet.
        [NOT_ALLOWED] accepts the access token, but it does not allow this. Give the server one with more rights.
        [OLD_SSE] speaks only the old HTTP+SSE protocol. Use its streamable HTTP address (often ending in /mcp), or a bridge such as mcp-remote.
        [SPAWN_FAILED] { $detail ->
            [folder] could not be started: the folder that it is to run in does not exist. Make the folder again, or choose another one in the agent's settings.
           *[other] could not be started ({ $detail }). Check the command.
        }
        [EXITED] ended at once. Its last words are below.
        [PROTOCOL] did not answer as the protocol says ({ $detail }). Is this the address of an MCP server?
        [TOO_LARGE] sent a message over the size limit.
        [CANCELLED] was stopped while connecting.
        [RPC] refused the connection.
        [BAD_CONFIG] has an entry that cannot be used. Check its address, headers or command.
        [VARIABLE_UNSET] needs the variable { $detail }, which is not set.
       *[other] failed ({ $code }).
    }
error-tool-unknown = The agent has no tool { $tool } now. Check that its server is connected.
error-input-value = Enter one line for { $name }.
error-input-store = The key store did not take the value. Nothing was changed.

## Attachments and media

error-attachment-not-media = { $name } is no image, audio, video or PDF.
error-attachment-too-large = { $name } is too large: at most { $limit } MB, no image over 16,384 pixels an edge or 128 megapixels, and none that is still over 2 MB once it is reduced for the model.
error-attachment-unsupported = { $name } is a { $format } image, which models do not take. Convert it to JPEG, PNG or WebP.
error-attachment-unreadable = { $name } is broken and cannot be read.
error-attachment-full = Too many files wait to be sent. Remove some before adding { $name }.
error-attachment-gone = An attached file is no longer there. Attach it again.
error-attachment-refused = The model's server refused { $names } ({ $status }). Choose a model that can read it, or send the message without it.
error-attachment-not-carried =
    { $kind ->
        [image] { $template } does not take images, so { $name } cannot be sent. Remove it, or choose another model.
        [audio] { $template } does not take audio, so { $name } cannot be sent. Remove it, or choose another model.
        [video] { $template } does not take video, so { $name } cannot be sent. Remove it, or choose another model.
       *[other] { $template } does not take this kind of file, so { $name } cannot be sent. Remove it, or choose another model.
    }
error-media-gone = This is no longer in memory.
error-frame-gone = This frame is no longer in memory. Take a newer one.
error-camera-no-image = { $tool } returned no picture.
error-camera-failed = { $server } does not answer ({ $code }). The panel keeps trying.

## The command line

error-conversation = The conversation on stdin cannot be used: { $reason }.
error-arguments-json = The arguments are not JSON: { $reason }.
error-bad-header = Write a header as NAME=VALUE: { $header }.
error-tool-call = { $tool } gave no result ({ $code }).
error-server-approval = { $server } waits for your permission to start. Allow it on the agent's card, or in its settings.
error-server-slow = { $server } is still connecting; this turn goes without it.
error-question-declined = { $server } asked something in the middle of a call. Nobody is here to answer, so it was declined.
error-images-not-sent = { $template } did not take the images ({ $count }); the request went again without them.
error-media-cap = The village's media folder was full; the oldest files were removed ({ $files }).

## Summaries

error-summary-failed = The earlier conversation was not summarised: the model call failed ({ $code }). Nothing is lost, and the agent goes on without a summary.
error-summary-empty = The earlier conversation was not summarised: the model returned no text. Nothing is lost, and the agent goes on without a summary.
error-summary-longer = The summary was longer than what it stands for, so it was thrown away. Nothing is lost, and the agent goes on without it.
error-summary-nothing = There is nothing to summarise yet.
