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

// Answerer is a driver that can answer its CLI's questions without a user at the screen.
type Answerer interface {
	// Offers returns the answers that the CLI currently accepts to this exact question. There are none if its dialog is
	// not shown, or a different one is. Screen is the text on the screen, one line for each row.
	Offers(question signals.Question, screen []byte) []Offer
}

// Offer is an answer that a CLI currently accepts: as keystrokes, or as a line in the file of [Answers].
type Offer struct {
	signals.Option
	// Keys are the keystrokes of the answer.
	Keys string
	// Line is the line to append, if the CLI has a better way than keystrokes.
	Line []byte
}

// Answers returns the file in which a CLI's plugin finds the answers to the questions in its file of events.
func Answers(events string) string {
	return strings.TrimSuffix(events, filepath.Ext(events)) + "-answers.jsonl"
}

// QuestionOf makes a question from a call, with the CLI's own name and arguments and with stead's universal ones.
func QuestionOf(tool string, native []byte, universal timeline.Tool, input []byte) *signals.Question {
	q := &signals.Question{Tool: tool, About: Asking(tool, native), Input: input}
	if universal != timeline.Unknown {
		q.Universal = string(universal)
	}
	return q
}

// Dialog describes how a CLI draws a question: numbered answers, one per row.
type Dialog struct {
	// Tops are the texts that the dialog may begin with, after frame characters. If it is empty, the dialog begins at
	// the top of the screen.
	Tops []string
	// Labels identify answers by their beginnings; the first match counts. If any answer of a dialog matches no label,
	// stead leaves the dialog to the user.
	Labels []Label
	// Keys returns the keystrokes for an answer, given its number and its label. Nil means the number itself.
	Keys func(number, label string) string
}

// Label identifies the answers of one name by their beginning.
type Label struct {
	Begin string
	// Name is the name of the option. It is empty for an answer that only a person can give, such as one that opens an
	// editor.
	Name string
}

// Offers returns the answers of the last dialog on a screen, if the dialog is about the question.
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

// above returns the dialog's rows above its answers.
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

// numbered matches a row with an answer: a number and a period, after frame characters and a pointer.
var numbered = lazy.Regexp(`^[` + frame + `▌]*[›❯▶●→>]?\s*(\d)\. (\S.*?)[` + frame + `]*$`)

// lastAnswers finds the last group of answers that are numbered from 1, and the row of its first answer.
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

// topicLength is how many characters of the topic a dialog must show. Dialogs wrap or cut longer lines.
const topicLength = 40

// topic returns the part of a question that its dialog always shows, without white space: the command, the file's name,
// or else the main argument.
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

// bare returns a text without white space and frame characters.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune(frame, r) {
			return -1
		}
		return r
	}, text)
}
