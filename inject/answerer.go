package inject

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

// Answerer is a driver that knows how its CLI's questions are answered from outside of its screen.
type Answerer interface {
	// Offers returns the answers that the CLI takes to this very question now. None means that its dialog is not drawn, or
	// that another one is. The screen is the text that stands there, row by row.
	Offers(question signals.Question, screen []byte) []Offer
}

// Offer is an answer that a CLI takes now: by keys, or by a line in the file of [Answers].
type Offer struct {
	signals.Option
	// Keys press it.
	Keys string
	// Line is what is appended, where the CLI has a better way than keys.
	Line []byte
}

// Answers is the file in which a CLI's plugin finds the answers to what it has told in the file of its events.
func Answers(events string) string {
	return strings.TrimSuffix(events, filepath.Ext(events)) + "-answers.jsonl"
}

// QuestionOf makes a question of a call: with the name and the arguments that the CLI has for it, and with those that
// stead has.
func QuestionOf(tool string, native []byte, universal timeline.Tool, input []byte) *signals.Question {
	q := &signals.Question{Tool: tool, About: Asking(tool, native), Input: input}
	if universal != timeline.Unknown {
		q.Universal = string(universal)
	}
	return q
}

// Dialog is how a CLI draws a question: numbered answers, one below the other.
type Dialog struct {
	// Tops are what the dialog begins with, behind frames. Empty is the top of the screen.
	Tops []string
	// Labels are the answers by how they begin; the first that fits counts. A dialog with an answer that fits none is left
	// to the user.
	Labels []Label
	// Keys returns the keys that press an answer, by its number and its label. Nil means its number.
	Keys func(number, label string) string
}

// Label is how the answers of a name begin.
type Label struct {
	Begin string
	// Name is that of the option. Empty for an answer that only a person can give, such as one that opens an editor.
	Name string
}

// Offers returns the answers of the last dialog on a screen, if it is about the question.
func (d Dialog) Offers(q signals.Question, screen []byte) []Offer {
	lines := strings.Split(string(screen), "\n")
	first, answers := lastAnswers(lines)
	if len(answers) < 2 || !strings.Contains(bare(strings.Join(d.above(lines[:first]), "")), topic(q)) {
		return nil
	}
	var offers []Offer
	count := map[string]int{}
	for i, label := range answers {
		name, isKnown := d.name(label)
		if !isKnown {
			return nil
		}
		if name == "" {
			continue
		}
		number := fmt.Sprint(i + 1)
		if count[name]++; count[name] > 1 {
			name = fmt.Sprintf("%s-%d", name, count[name])
		}
		keys := number
		if d.Keys != nil {
			keys = d.Keys(number, label)
		}
		offers = append(offers, Offer{Option: signals.Option{Name: name, Label: label}, Keys: keys})
	}
	return offers
}

// above returns the rows of the dialog above its answers.
func (d Dialog) above(rows []string) []string {
	for i := len(rows) - 1; i >= 0; i-- {
		row := strings.TrimLeft(rows[i], frame)
		for _, top := range d.Tops {
			if strings.HasPrefix(row, top) {
				return rows[i:]
			}
		}
	}
	if len(d.Tops) > 0 {
		return nil
	}
	return rows
}

func (d Dialog) name(label string) (name string, isKnown bool) {
	for _, l := range d.Labels {
		if strings.HasPrefix(label, l.Begin) {
			return l.Name, true
		}
	}
	return "", false
}

// numbered is a row with an answer: behind a frame and a pointer stand its number and a point.
var numbered = lazy.Regexp(`^[` + frame + `▌]*[›❯▶●→>]?\s*(\d)\. (\S.*?)[` + frame + `]*$`)

// lastAnswers finds the last answers that are numbered from 1 on, and the row of the first.
func lastAnswers(rows []string) (first int, labels []string) {
	for i, row := range rows {
		found := numbered().FindStringSubmatch(row)
		switch {
		case found == nil:
		case found[1] == "1":
			first, labels = i, []string{found[2]}
		case len(labels) > 0 && found[1] == fmt.Sprint(len(labels)+1):
			labels = append(labels, found[2])
		}
	}
	return first, labels
}

// topicLength is how much of what is asked about must stand in a dialog, in characters: a long line is broken there, or
// cut.
const topicLength = 40

// topic is what a dialog shows of its question in any case, without space: the command, the file's name, or else the
// main argument.
func topic(q signals.Question) string {
	_, main, _ := strings.Cut(q.About, ": ")
	input := jsonl.Value(q.Input)
	text := cmp.Or(input.Get("command").String(), main, q.Tool)
	if path := input.Get("path").String(); path != "" {
		text = filepath.Base(path)
	}
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	wanted := []rune(bare(line))
	return string(wanted[:min(len(wanted), topicLength)])
}

// bare is a text without space and frames.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune(frame, r) {
			return -1
		}
		return r
	}, text)
}
