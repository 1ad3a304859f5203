package rules_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"stead/inject/redaction"
	"stead/inject/redaction/rules"
	"stead/internal/adapt/encoded"
	"stead/timeline"
)

// mostLeaks is the share of texts that may leak their secret.
const mostLeaks = 0.03

var listLeaks = flag.Bool("leaks", false, "print each text that leaks")

// situation is how a text stands in a session. It returns the entry that holds the text, and parts of the secret as
// they stand there, of which none may be left.
type situation struct {
	name string
	put  func(shape) (e timeline.Entry, parts []string, ok bool)
}

var situations = []situation{
	{"prompt", func(s shape) (timeline.Entry, []string, bool) {
		return say(timeline.User, "Please look at this:\n"+s.text()+"\nWhy does it fail?"), halves(s.secret), true
	}},
	{"answer", func(s shape) (timeline.Entry, []string, bool) {
		return say(timeline.Assistant, "I found this.\n\n```\n"+s.text()+"\n```\n"), halves(s.secret), true
	}},
	{"argument", func(s shape) (timeline.Entry, []string, bool) {
		return call(map[string]string{"command": s.text()}), halves(s.secret), true
	}},
	{"result", func(s shape) (timeline.Entry, []string, bool) {
		return result("$ ./show\n" + s.text() + "\n$"), halves(s.secret), true
	}},
	{"environment", func(s shape) (timeline.Entry, []string, bool) {
		return result("HOME=/home/bob\n" + s.text() + "\nLANG=C.UTF-8\n"), halves(s.secret), true
	}},
	{"JSON in JSON", func(s shape) (timeline.Entry, []string, bool) {
		inner := quoted(map[string]string{"body": s.text(), "kind": "text"})
		return call(map[string]string{"command": "send " + inner}), halves(inside(s.secret)), true
	}},
	{"base64", func(s shape) (timeline.Entry, []string, bool) {
		coded := base64.StdEncoding.EncodeToString([]byte("# a file\n" + s.text() + "\n# its end\n"))
		var parts []string
		for _, half := range halves(s.secret) {
			for _, form := range encoded.Forms(half) {
				parts = append(parts, form.Text)
			}
		}
		return call(map[string]string{"command": "echo " + coded + " | base64 -d > f"}), parts, len(s.secret) >= 12
	}},
	{"URL", func(s shape) (timeline.Entry, []string, bool) {
		return result("GET /log?text=" + url.QueryEscape(s.text()) + "&x=1 HTTP/1.1"), halves(url.QueryEscape(s.secret)), true
	}},
	{"two lines", func(s shape) (timeline.Entry, []string, bool) {
		cut := len(s.secret) * 2 / 3
		isLong := len(s.secret) >= 24 && !strings.ContainsAny(s.secret, " \n\\")
		return result(s.before + s.secret[:cut] + "\n" + s.secret[cut:] + s.after),
			[]string{s.secret[cut/2 : cut], s.secret[cut:]}, isLong
	}},
	{"zero-width space", invisible("\u200b")},
	{"soft hyphen", invisible("\u00ad")},
	{"escape code", invisible("\x1b[31m")},
}

func say(kind timeline.EntryType, text string) timeline.Entry {
	return timeline.Entry{ID: "e", Type: kind, Content: timeline.NewText(text)}
}

func result(text string) timeline.Entry {
	return timeline.Entry{ID: "e", Type: timeline.ToolResult, Tool: timeline.Bash, Output: timeline.NewText(text)}
}

func call(input any) timeline.Entry {
	return timeline.Entry{ID: "e", Type: timeline.ToolCall, Tool: timeline.Bash, Input: []byte(quoted(input))}
}

func invisible(sign string) func(shape) (timeline.Entry, []string, bool) {
	return func(s shape) (timeline.Entry, []string, bool) {
		cut := len(s.secret) / 2
		return result(s.before + s.secret[:cut] + sign + s.secret[cut:] + s.after),
			[]string{s.secret[:cut], s.secret[cut:]}, !strings.Contains(s.secret, "\n")
	}
}

// halves are the parts of a secret of which none may be left: a half of a password is half a password.
func halves(secret string) []string {
	if len(secret) < 12 {
		return []string{secret}
	}
	return []string{secret[:len(secret)/2], secret[len(secret)/2:]}
}

func quoted(value any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}

func inside(text string) string { return strings.Trim(quoted(text), `"`) }

// delivered returns the entry as a CLI of another vendor gets it, as readable text.
func delivered(t *testing.T, d redaction.Detector, e timeline.Entry) string {
	s := timeline.Stream{Header: timeline.Header{ID: "s", Source: timeline.Source{CLI: "claude"}}}
	s.Entries = func(yield func(*timeline.Entry, error) bool) { yield(&e, nil) }
	learner := redaction.NewLearner(redaction.Mask, d, func(string) bool { return true })
	r, err := learner.Redactor(context.Background(), s, "codex", redaction.Mask)
	if err != nil {
		t.Fatal(err)
	}
	s = r.Around(s)
	masked := r.Pass(s.Header).Mask(&e)
	var input map[string]string
	_ = json.Unmarshal(masked.Input, &input)
	return masked.Content.String() + masked.Output.String() + input["command"]
}

// leaksOf returns the texts that leak, and how many there are.
func leaksOf(t *testing.T, shapes []shape) (leaks []string, of int, counts map[string]int) {
	d, counts := rules.New(nil), map[string]int{}
	for _, s := range shapes {
		for _, in := range situations {
			e, parts, ok := in.put(s)
			if !ok {
				continue
			}
			of++
			got := delivered(t, d, e)
			for _, part := range parts {
				if strings.Contains(got, part) {
					leaks, counts[in.name] = append(leaks, fmt.Sprintf("%s as %s: %q", s.kind, in.name, got)), counts[in.name]+1
					break
				}
			}
		}
	}
	return leaks, of, counts
}

func TestFewSecretsLeak(t *testing.T) {
	for name, shapes := range map[string][]shape{
		"from the documentation": shapesIn(t, "testdata/heldout.txt"), "written later": shapesIn(t, "testdata/later.txt"),
		"a second set": shapesIn(t, "testdata/second.txt"), "a third set": shapesIn(t, "testdata/third.txt"),
		"a fourth set":   shapesIn(t, "testdata/fourth.txt"),
		"from an attack": attackShapes(t),
	} {
		leaks, of, counts := leaksOf(t, shapes)
		share := float64(len(leaks)) / float64(of)
		t.Logf("%s: %d of %d texts leak, %.1f %%: %v", name, len(leaks), of, 100*share, counts)
		if share > mostLeaks || of == 0 {
			t.Errorf("%s: more than %.0f %% of the texts leak", name, 100*mostLeaks)
		}
		if *listLeaks {
			t.Log(strings.Join(leaks, "\n"))
		}
	}
}
