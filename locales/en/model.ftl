### What the prompt is made of besides the documents that people write. Models read it.

## Headings

# The village's own rules follow.
heading-ordinance = # Ordinance of the village
# Who the agent is follows.
heading-construct = # Who you are
heading-skill = # What you can do
heading-memory = # What you remember
# $name: the name of a role.
heading-role = # Your role: { $name }
heading-summary = # Summary of the earlier conversation
# Stands before the summary of finished rounds, within a turn that still goes on.
heading-rounds = # Summary of the earlier rounds of this turn
heading-roster = # Whom you can ask
heading-plaza = # What was said in the village lately
# Stands before what the user and agents wrote on the blackboard of the village; each line of it is quoted.
heading-board = # The blackboard of the village

## Lines

# $id: agent_1 and so on. $village: the village's name.
prompt-identity = You are { $name } ({ $id }) in the village "{ $village }". Answer in the language in which you are asked.
# $tool: the tool that asks this agent.
roster-line = - { $name } ({ $id }): ask with { $tool }
# For a model that may use no tools. $marker: [[agent_2]] and so on.
roster-line-marker = - { $name } ({ $id }): hand on with { $marker }
# A name with its role.
roster-role = { $name }, { $role }
# $marker: an example of the line.
marker-instruction = You cannot ask and wait. To hand this conversation on, begin your answer with a line that holds only { $marker }, with the id of the one who takes over, then write what they need to know.
roster-empty = (nobody)
# One remark in the village. $id: the number by which the whole of it can be read. $text: cut to one line.
plaza-line = - { $id } { $name }: { $text }
plaza-empty = (nothing)
# The name of a person who has not given one.
user-name = User
# The first line of a message begins with these words. Nobody else may begin a line with them, so they must not be everyday words.
sender-opening = Message from:
# $id: user, or agent_1 and so on.
sender-line = [{ sender-opening } { $name } ({ $id })]
# Stands under a reply in the history that Stop cut off.
reply-interrupted = (the user stopped this reply here)
# Stands in place of a reply without words.
reply-empty = (no words)

## Asking another agent

ask-description = Asks { $name } and waits for the answer.
ask-parameter-message = What to tell or ask, with everything needed to understand it: the other agent does not see this conversation.
ask-parameter-forward-images = Also send the images that tools returned in this turn.
# In the message to the other agent. $count: images of this turn.
delegation-images-dropped =
    { $count ->
        [one] (1 image that the sender has seen is not included)
       *[other] ({ $count } images that the sender has seen are not included)
    }
delegation-images-forwarded =
    { $count ->
        [one] (1 image from the sender is included)
       *[other] ({ $count } images from the sender are included)
    }
# In the result of the asker, when the other agent cannot see.
delegation-images-refused = (the images were not forwarded: { $name } cannot see images)
transfer-description = Hands this conversation on to { $name }, who answers in your place. Your turn ends with it.
transfer-parameter-message = What the other agent needs to know beside the message that you got, which goes along.
# $names: who can be asked, with their ids.
plan-description = Asks several agents at the same time, waits for all of them and brings their answers together. You can ask: { $names }.
plan-parameter-asks = Whom to ask what. The same question to the same agent counts once.
plan-parameter-to = The agent's id.
# Stands between the note of the agent that hands on and the message it got.
handoff-original = The message that was handed on:
handed-on = (handed on to { $name })
handoff-denied = (not run: you may not hand conversations on)
handoff-twice = (not run: this conversation was handed on already)
# $name: a name or an id that the model wrote.
ask-no-tie = (not run: you may not speak to { $name })
ask-empty = (not run: there is nothing to tell)
ask-cycle = (not run: { $name } waits for an answer that depends on yours. Answer with what you know.)
ask-hops =
    { $count ->
        [one] (not run: this request was passed on 1 time already, which is the limit. Answer yourself.)
       *[other] (not run: this request was passed on { $count } times already, which is the limit. Answer yourself.)
    }
ask-inbox = (not run: too many messages wait for { $name })
ask-no-model = (not run: { $name } has no model)
ask-timeout =
    { $seconds ->
        [one] ({ $name } did not answer within 1 second)
       *[other] ({ $name } did not answer within { $seconds } seconds)
    }
# $code: the code of a failed turn.
ask-failed = ({ $name } could not answer: { $code })
# Stands under what was said until then.
ask-stopped = ({ $name } was stopped)
ask-budget = ({ $name } stopped: the budget of this request is spent)
ask-gone = (the message to { $name } was taken back unanswered)
ask-withdrawn = (not run: the user withdrew this task for { $name })
plan-too-many = (not run: one plan asks { $limit } agents at most)
plan-folded =
    { $count ->
        [one] (1 repeated question was asked once)
       *[other] ({ $count } repeated questions were asked once)
    }

## Tools of every agent

room-log-description = Gives the whole text of something that was said in the village, by its number.
room-log-parameter-id = The number at the beginning of the line.
room-log-missing = (there is nothing with this number that you may read)
remember-description = Writes one thing into your memory. You will read it in every later conversation, so keep it short, and write only what stays true.
remember-parameter-text = What to remember, in one or two sentences.
remembered = (remembered)
remember-known = (you remember this already)
remember-full = (not written: your memory is full. Ask the user to shorten it.)
remember-failed = (not written: the memory could not be saved)
board-read-description = Reads the blackboard of the village: one text that the user and all agents share.
board-write-description = Writes on the blackboard of the village, which the user and all agents read. Use it for what everybody working on this needs to know: decisions, open points, who does what. Keep it short.
board-parameter-text = The text, Markdown.
board-parameter-replace = true replaces the whole blackboard with the text; otherwise the text is added at the end.
board-empty = (the blackboard is empty)
board-written = (written on the blackboard)
board-full = (not written: the blackboard holds at most { $limit } characters. Replace it with a shorter text.)
board-failed = (the blackboard cannot be used now)

## Summaries

summary-instruction = Summarise the conversation so far for yourself: what was asked, what was found out, what was decided, what is still open. Keep names, numbers and file names. Write only the summary.
# How a summariser is told what was done. $arguments: JSON.
summary-called = (called { $tool } with { $arguments })
# A line break and what the tool gave back follow.
summary-returned = (result of { $tool })

## Vision test

# The model gets a picture of two colours, side by side. The answer is compared with the colour words.
vision-question = Which colour is on the left half of this picture, and which on the right half? Answer with two colour words.
