package redaction

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"stead/timeline"
)

// Sighting is a secret as shown to the user who decides how to treat it.
type Sighting struct {
	Rule string `json:"rule"`
	// Where names the kind of place that contains it. Entry is the id of the entry (empty for the session's header).
	Where string `json:"where"`
	Entry string `json:"entry,omitempty"`
	// Excerpt is the text around it, with all secrets masked. It is empty if the place is not a text.
	Excerpt string `json:"excerpt,omitempty"`
}

// SecretsError means that a session contains secrets, and that the user must say how to treat them. Nothing was
// written.
type SecretsError struct {
	// Title names the CLI that would receive them.
	Title string
	// Sightings are the first of them. Count is the number of all.
	Sightings []Sighting
	Count     int
}

// Error says how many there are.
func (e *SecretsError) Error() string {
	return fmt.Sprintf(
		"the session holds %s that %s would get: mask with --redact=mask, or send as they are with --redact=off", e.Secrets(), e.Title)
}

// Secrets says how many there are: "1 secret", "2 secrets".
func (e *SecretsError) Secrets() string {
	if e.Count == 1 {
		return "1 secret"
	}
	return fmt.Sprintf("%d secrets", e.Count)
}

// mostSightings is how many are shown.
const mostSightings = 12

// Question returns the secrets of a session as a [SecretsError], or nil if it has none. Title names the CLI that would
// receive them. It also returns errors of the stream.
func (r *Redactor) Question(ctx context.Context, s timeline.Stream, title string) error {
	if r == nil || r.learned.masks.isEmpty() {
		return nil
	}
	asked := &SecretsError{Title: title}
	if err := r.sight(ctx, s, asked); err != nil || asked.Count == 0 {
		return err
	}
	return asked
}

// sight adds the secrets of a session and those of its sub-agents.
func (r *Redactor) sight(ctx context.Context, s timeline.Stream, asked *SecretsError) error {
	if r.learned.appliesTo(s.Header) {
		_, rules := r.learned.masks.header(s.Header)
		for _, rule := range rules {
			asked.add(Sighting{Rule: rule, Where: "the session's header"})
		}
	}
	err := s.Each(ctx, func(e *timeline.Entry) error {
		if r.learned.applies(s.Header, e) && r.isReported(e) {
			m := r.learned.masks.entry(e)
			for _, f := range m.finds {
				asked.add(Sighting{Rule: f.rule, Where: f.where, Entry: e.ID, Excerpt: excerpt(m, f.rule)})
			}
		}
		return nil
	})
	for _, child := range s.Children {
		if err == nil {
			err = r.sight(ctx, child, asked)
		}
	}
	return err
}

func (e *SecretsError) add(s Sighting) {
	if e.Count++; len(e.Sightings) < mostSightings {
		e.Sightings = append(e.Sightings, s)
	}
}

// excerptReach is how many bytes are shown on either side of a mask.
const excerptReach = 40

// maskOpens is the beginning of every mask.
const maskOpens = "[redacted: "

func typedOf(e *timeline.Entry) string {
	if e.Origin == nil {
		return ""
	}
	return e.Origin.Typed.String()
}

// excerpt returns the text around the first mask of a rule in a masked entry.
func excerpt(m Masked, rule string) string {
	for _, text := range []string{m.Content.String(), m.Thinking.String(), m.Output.String(), m.Error.String(),
		string(m.Input), typedOf(m.Entry)} {
		at := strings.Index(text, maskOpens+rule)
		if at < 0 {
			continue
		}
		return around(text, at, at+strings.IndexByte(text[at:], ']')+1)
	}
	return ""
}

// around returns a part of a text with the text around it, in whole words and whole masks, and "…" where something is
// omitted.
func around(text string, from, to int) string {
	before, after := text[:from], text[to:]
	if len(before) > excerptReach {
		before = "… " + lastWords(before)
	}
	if len(after) > excerptReach {
		after = firstWords(after) + " …"
	}
	return strings.Join(strings.Fields(before+text[from:to]+after), " ")
}

// lastWords returns the words at the end of a longer text. It includes a mask at the cut as a whole, and cuts a word
// that is longer than the whole excerpt.
func lastWords(text string) string {
	at := len(text) - excerptReach
	if opens := openMask(text, at); opens >= 0 {
		return text[opens:]
	}
	if blank := strings.IndexAny(text[at:], " \t\n"); blank >= 0 {
		return text[at+blank:]
	}
	for !utf8.RuneStart(text[at]) {
		at++
	}
	return text[at:]
}

// firstWords is like lastWords, for the beginning.
func firstWords(text string) string {
	at := excerptReach
	if openMask(text, at) >= 0 {
		return text[:at+strings.IndexByte(text[at:], ']')+1]
	}
	if blank := strings.LastIndexAny(text[:at], " \t\n"); blank >= 0 {
		return text[:blank]
	}
	for !utf8.RuneStart(text[at]) {
		at--
	}
	return text[:at]
}

// openMask returns the beginning of the mask that contains a position of a text, or -1.
func openMask(text string, at int) int {
	opens := strings.LastIndex(text[:min(len(text), at+len(maskOpens)-1)], maskOpens)
	if opens < 0 || strings.Contains(text[opens:at], "]") {
		return -1
	}
	return opens
}
