package codex

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"stead/timeline"
)

// FormOf returns the part as which an entry of the user stands in Codex's conversation: in the form that Codex has for
// its kind where the entry can be read from that again, else as a text that says what it is.
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

// OrderOf returns the hook that gives an order, as Codex's run ids name it. IsOrder is false for context that is no
// order.
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

// OrderID is the run id under which a hook's order of another CLI stands.
func OrderID(event string) string { return event + ":0:stead" }

// xmlText escapes a text as Codex's own XML does.
var xmlText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func orderForm(event string, content timeline.Text) timeline.Text {
	begin := hookBegin + html.EscapeString(OrderID(event)) + hookMiddle
	return wrapped(begin, timeline.NewText(xmlText.Replace(content.String())), hookEnd)
}

// PictureTag is the text with which Codex begins a picture of a message, pictureEnd the one that follows it.
func PictureTag(name string) string { return pictureBegin + "[" + name + "]>" }

// PictureEnd is the text behind a picture.
const PictureEnd = "</image>"

const pictureBegin = "<image name="

// IsPictureTag reports whether a text stands for the picture beside it: the one that names it before, the other behind
// it.
func IsPictureTag(text timeline.Text, isBefore bool) bool {
	if isBefore {
		return text.HasPrefix(pictureBegin) && endsWith(text, ">")
	}
	return text.Len() == len(PictureEnd) && text.HasPrefix(PictureEnd)
}

// PictureName is how Codex names the pictures of a message, from 1.
func PictureName(number int) string { return "Image #" + strconv.Itoa(number) }
