### What the prompt is made of besides the documents that people write. Models read it.

## Headings

# The village's own rules follow.
heading-ordinance = # Ordinance of the village
# Who the agent is follows.
heading-construct = # Who you are
heading-skill = # What you can do
heading-memory = # What you remember
heading-summary = # Summary of the earlier conversation
# Stands before the summary of finished rounds, within a turn that still goes on.
heading-rounds = # Summary of the earlier rounds of this turn
heading-roster = # Whom you can ask
heading-plaza = # What was said in the village lately

## Lines

# $id: agent_1 and so on. $village: the village's name.
prompt-identity = You are { $name } ({ $id }) in the village "{ $village }". Answer in the language in which you are asked.
# $tool: the tool that asks this agent.
roster-line = - { $name } ({ $id }): ask with { $tool }
roster-empty = (nobody)
# One remark in the village. $text: cut to one line.
plaza-line = - { $name }: { $text }
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

## Summaries

summary-instruction = Summarise the conversation so far for yourself: what was asked, what was found out, what was decided, what is still open. Keep names, numbers and file names. Write only the summary.

## Vision test

# The model gets a picture of two colours, side by side. The answer is compared with the colour words.
vision-question = Which colour is on the left half of this picture, and which on the right half? Answer with two colour words.
