### What tools and the turn put into results and into the tool-output pane. Models read it.
### Some of these lines are promises to people who read them by machine; translators keep them letter by letter.

## Pane line and other fixed lines

# $images: what pane-image says of each, joined with pane-separator. English numbers the images instead of counting them.
pane-line =
    { $count ->
       *[other] ({ $images })
    }
pane-image = image { $number }: { $format } { $kb } KB
pane-separator = ,{ " " }
# Introduces the images of a result on wires whose tool message takes text only. $tool: the name that the model called.
caption = (images from the result of { $tool }: { $count })
images-only = (images { $count })
empty-result = (empty result)
# A line break and the server's own words follow.
tool-error-prefix = the tool returned an error:
older-images-omitted = (images of earlier rounds were left out)
image-not-sent = (the images could not be sent to this model)

## Images that were left out. $count: how many, always with the same reason.

dropped-too-large =
    { $count ->
        [one] (1 image left out: too large)
       *[other] ({ $count } images left out: too large)
    }
# $format: PNG, GIF, HEIC and so on.
dropped-unsupported =
    { $count ->
        [one] (1 image left out: { $format } is not supported)
       *[other] ({ $count } images left out: { $format } is not supported)
    }
dropped-unreadable =
    { $count ->
        [one] (1 image left out: unreadable)
       *[other] ({ $count } images left out: unreadable)
    }
# $limit: images of one result that are kept.
dropped-too-many =
    { $count ->
        [one] (1 image left out: one result brings { $limit } at most)
       *[other] ({ $count } images left out: one result brings { $limit } at most)
    }
dropped-cancelled =
    { $count ->
        [one] (1 image left out: the call was stopped)
       *[other] ({ $count } images left out: the call was stopped)
    }

## Parts of a result that do not go to the model

# A resource that is not text. $name and $mime: the server's words.
notice-resource = (not text: { $name }, { $mime }, { $kb } KB)
notice-link = (link: { $name }, { $mime }, { $uri })
notice-link-sized = (link: { $name }, { $mime }, { $kb } KB, { $uri })
mime-unknown = unknown type
name-unknown = no name
notice-audio = (audio does not go to the model)
notice-audio-kept = (audio does not go to the model; the user can play it)
notice-image-for-user =
    { $count ->
        [one] (1 image was shown to the user only)
       *[other] ({ $count } images were shown to the user only)
    }
notice-text-for-user = (the text of this result is for the user only)
# $kind: the server's word for it.
notice-unknown-block = (a part of unknown kind was left out: { $kind })
# $limit: parts of one result that are read.
notice-too-many-blocks =
    { $count ->
        [one] (1 more part left out: one result has { $limit } at most)
       *[other] ({ $count } more parts left out: one result has { $limit } at most)
    }
# $limit: images and sounds of one result that are kept.
notice-too-many-media =
    { $count ->
        [one] (1 image or sound left out: one result has { $limit } at most)
       *[other] ({ $count } images or sounds left out: one result has { $limit } at most)
    }
notice-media-too-large = (a part over { $mb } MB was left out)
notice-media-unreadable = (a part was left out: unreadable)
# Stands where the text was cut off.
text-cut =
    { $characters ->
        [one] (cut: 1 more character)
       *[other] (cut: { $characters } more characters)
    }
# Stands for base64 inside structured data.
data-omitted = (data left out: { $kb } KB)

## Calls that were not run, or failed

repeated-call = (not run: { $tool } has returned the same result for the same arguments before. Use that result, or try something else.)
malformed-arguments = (not run: the arguments of { $tool } are not a JSON object)
call-cancelled = (stopped by the user)
tool-denied = (not run: the user does not allow { $tool })
tool-needs-approval = (not run: { $tool } needs the user's approval, and nobody is there to give it)
tool-unknown = (not run: there is no tool { $tool })
tool-timeout =
    { $seconds ->
        [one] { $tool } did not answer within 1 second
       *[other] { $tool } did not answer within { $seconds } seconds
    }
tool-unreachable = the server { $server } cannot be reached
tool-stopped = { $tool } was cancelled by its server
tool-too-large = the result of { $tool } is larger than { $mb } MB
tool-protocol = the server { $server } did not answer as the protocol says
tool-needs-sign-in = the server { $server } refused access: its access token is missing, wrong or expired. Calling again does not help until the user has given the server a valid access token
tool-not-allowed = the server { $server } refused this: its access token is valid but does not allow it. Calling again does not help until the user has given the server an access token with more rights
tool-needs-trust = the server { $server } waits for the user's permission to start
# $status: an HTTP status.
tool-http = the server { $server } answered with HTTP { $status }
tool-failed = { $tool } failed

## Attachments of the user

kind-image = image
kind-audio = audio
kind-video = video
kind-pdf = PDF
kind-file = file
# $kind: one of the words above.
attachment-not-carried = (the attachment { $name } could not be sent: this model takes no { $kind })
# What stays in the history after the turn. $sha: SHA-256 in hexadecimal.
attachment-fact = (attachment: { $name }, { $kind }, { $kb } KB, SHA-256 { $sha })
# A camera frame that the user asked about. $tool: where it came from.
frame-fact = (camera frame { $name }, shown for that one message: { $kb } KB, SHA-256 { $sha })
