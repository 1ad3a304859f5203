package codex

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"stead/timeline"
)

// FormOf returns the part that represents a user's entry in Codex's conversation. It uses Codex's own form for the
// entry's kind if the entry can be read back from that, and otherwise a text that describes itself.
func FormOf(e *timeline.Entry) Part {
	if e.Origin == nil || e.Origin.Kind == timeline.Command {
		return Part{Role: "user", Mark: UserText, Text: e.Content}
	}
	if p, ok := ownForm(e); ok {
		if content, origin, _ := p.Read(); origin != nil && origin.Kind == e.Origin.Kind && content.Equal(e.Content) {
			return p
		}
	}
	return Part{Role: "user", Mark: unmarked, Text: e.Told()}
}

func ownForm(e *timeline.Entry) (Part, bool) {
	p := Part{Role: "user"}
	switch e.Origin.Kind {
	case timeline.Shell:
		p.Mark, p.Text = userShell, shellForm(e)
	case timeline.Skill:
		p.Mark, p.Text = skillText, wrapped(skillBegin+skillName(e.Origin.Name), e.Content, skillEnd)
	case timeline.Interruption:
		p.Mark, p.Text = abortText, wrapped(abortBegin, e.Content, abortEnd)
	case timeline.Hook:
		if event, isOrder := OrderOf(e); isOrder {
			p.Mark, p.Text = unmarked, orderForm(event, e.Content)
		} else {
			p.Role, p.Mark, p.Text = "developer", hookText, e.Content
		}
	default:
		return p, false
	}
	return p, true
}

func wrapped(begin string, content timeline.Text, end string) timeline.Text {
	return timeline.Concat(timeline.NewText(begin), content, timeline.NewText(end))
}

func shellForm(e *timeline.Entry) timeline.Text {
	head := shellResult
	if e.Origin.ExitCode != nil {
		head += fmt.Sprintf("Exit code: %d\n", *e.Origin.ExitCode)
	}
	head += secondsLine(durationBegin, e.Origin.DurationMS)
	return timeline.Concat(timeline.NewText(shellBegin), e.Origin.Typed, timeline.NewText(head+shellOutput), e.Content,
		timeline.NewText(shellEnd))
}

func skillName(name string) string {
	if name == "" {
		return ""
	}
	return nameBegin + name + nameEnd
}

// OrderOf returns the event of the hook that gives an order, as named in Codex's run ids. IsOrder is false for context
// that is not an order.
func OrderOf(e *timeline.Entry) (event string, isOrder bool) {
	if e.Origin == nil || e.Origin.Kind != timeline.Hook {
		return "", false
	}
	for event, name := range hookEvents {
		if name == e.Origin.Name {
			return event, true
		}
	}
	return "", false
}

// OrderID returns the run id for an order that a hook of another CLI gave.
func OrderID(event string) string { return event + ":0:stead" }

// xmlText escapes a text as Codex does in its own XML.
var xmlText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func orderForm(event string, content timeline.Text) timeline.Text {
	begin := hookBegin + html.EscapeString(OrderID(event)) + hookMiddle
	return wrapped(begin, timeline.NewText(xmlText.Replace(content.String())), hookEnd)
}

// PictureTag returns the text that Codex puts before an image of a message. PictureEnd is the text after it.
func PictureTag(name string) string { return pictureBegin + "[" + name + "]>" }

// PictureEnd is the text after an image.
const PictureEnd = "</image>"

const pictureBegin = "<image name="

// IsPictureTag reports whether a text belongs to the image next to it: the text before it, which names the image, or
// the text after it.
func IsPictureTag(text timeline.Text, isBefore bool) bool {
	if isBefore {
		return text.HasPrefix(pictureBegin) && endsWith(text, ">")
	}
	return text.Len() == len(PictureEnd) && text.HasPrefix(PictureEnd)
}

// PictureName returns Codex's name for an image of a message. Numbers start at 1.
func PictureName(number int) string { return "Image #" + strconv.Itoa(number) }
