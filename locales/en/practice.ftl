### The practice model's small grammar and words, and what a practice village holds.
### Lists of words are separated by |. A person's message is searched for them in this order: ask, status, recall, look, help.
### A word for asking counts only where another agent is named too.

## Words that a message is searched for

practice-words-help = help | what can you do | who are you | what are you
practice-words-ask = ask | tell
practice-words-status = status | battery | state | settings | connected
practice-words-look = look | see | show | picture | pictures | image | images | frame | frames | photo | photos | photograph | camera | shot | live view | live-view | view | colour | colours | color | colors
# Words that ask for what was seen earlier.
practice-words-recall = remember | at first | earlier | so far | first colour | first color | first colours | first colors

## Names of colours and places

practice-colour-black = black
practice-colour-white = white
practice-colour-grey = grey
practice-colour-red = red
practice-colour-orange = orange
practice-colour-yellow = yellow
practice-colour-green = green
practice-colour-blue = blue
practice-colour-purple = purple
practice-colour-pink = pink
practice-colour-brown = brown
practice-place-left = left side
practice-place-right = right side
practice-place-top = top
practice-place-bottom = bottom
practice-place-centre = centre
# One place and its colour, joined with practice-separator.
practice-at = { $place } { $colour }
practice-separator = ,{ " " }

## Answers

practice-who = I am no AI. I am the practice model: a stand-in that calls the tools it has and measures the pictures they return.
practice-can = You can ask me to look (I call the camera and measure the picture), for the status (I call a tool that answers in words), or to ask another agent by its name (I ask it and repeat the answer).
practice-tools = My tools: { $tools }.
practice-no-tools = I have no tools.
practice-look-first = I call { $tool }.
# $places: what practice-at says of each place.
practice-picture = In the picture: { $places }; brightness { $percent } %; { $width }x{ $height } pixels.
practice-picture-number = Picture { $number }:
practice-measured = I am no AI: I only measure the picture's pixels.
practice-no-picture = I saw no picture.
practice-undecodable = I got a picture but could not read it.
practice-no-camera = I have no tool that returns a picture.
practice-no-status = I have no tool that answers in words.
# A line break and the tool's words follow.
practice-status = { $tool } says:
practice-refused = { $tool } was not run or failed. It says:
# A line break and the other agent's words follow.
practice-answered = { $name } answers:
practice-nobody = I know nobody by that name. I can ask: { $names }.
practice-nobody-at-all = There is nobody I can ask.
# What is told to another agent when the message had nothing more to say.
practice-default-question = Take one live-view frame and say what is in it.
practice-summary = Summary by the practice model: { $count } messages.
# Follows practice-summary. $colours: colour words.
practice-summary-colours = Colours seen, the first one first: { $colours }.
practice-recalled = The colours I measured in this conversation, the first one first: { $colours }.
practice-recalled-nothing = I have measured no picture in this conversation.

## A practice village

practice-village-name = Practice village
practice-template-name = Practice model
practice-offer = Take one live-view frame and say what is in it
practice-offer-status = What is the camera's status?
practice-reception-name = Reception
practice-photographer-name = Photographer
practice-reviewer-name = Reviewer
practice-ordinance =
    This village is for practice. Nothing leaves this computer: the camera is a stand-in and the model is no AI.

    - Say only what a tool really returned.
    - Say so when you saw no picture.
practice-reception-construct =
    You receive the visitors of this village. What needs the camera you hand to the photographer, and what needs a second look to the reviewer.
practice-photographer-construct =
    You look through the camera and say what is in the picture.
practice-reviewer-construct =
    You look at the camera once more and say whether what others reported is right.

## A new village

# The name of a copy of an agent.
agent-copy-name = { $name } (copy)
