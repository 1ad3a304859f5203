package gemini_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/timeline"
)

// sayingOf returns a short form of what an entry says. Hidden entries say nothing unless their kind is not known.
func sayingOf(e *timeline.Entry) string {
	said := []string{string(e.Type)}
	if e.Origin != nil {
		said[0] = string(e.Origin.Kind) + " " + e.Origin.Name
	}
	for _, text := range []timeline.Text{e.Content, e.Output, e.Error} {
		if !text.IsEmpty() {
			said = append(said, text.String())
		}
	}
	for _, a := range e.Attachments {
		said = append(said, a.MediaType)
	}
	if e.Branch != "" {
		said = append(said, "("+e.Branch+")")
	}
	return strings.Join(said, "|")
}

// arrives returns what arrives of messages, including what is reported because its kind is not known.
func arrives(t *testing.T, lines ...string) []string {
	t.Helper()
	var all []string
	for e, err := range open(t, append([]string{user("first", "go")}, lines...)...).Entries {
		if err != nil {
			t.Fatal(err)
		}
		if e.ID != "first" && (!e.Hidden || e.IsUnknown()) {
			all = append(all, sayingOf(e))
		}
	}
	return all
}

const (
	file    = `{"fileData":{"fileUri":"gs://a/b","mimeType":"image/png"}}`
	code    = `{"executableCode":{"language":"PYTHON","code":"print(1)"}}`
	result  = `{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1"}}`
	sound   = `{"inlineData":{"mimeType":"audio/mp3","data":"AAAA"}}`
	strange = `{"inventedPart":{"text":"strange words"}}`
)

// Each row is what Gemini CLI 0.61.0 told its model when it resumed a session that contained the message.
func TestKindsOfParts(t *testing.T) {
	for name, c := range map[string]struct {
		line string
		want []string
	}{
		"a prompt with a file by its address": {message("1", "user", `[{"text":"See"},`+file+`,{"text":"now"}]`),
			[]string{"user|See\n[image/png: gs://a/b]\nnow"}},
		"a file alone": {message("1", "user", file), []string{"user|[image/png: gs://a/b]"}},
		"a prompt with code": {message("1", "user", `[{"text":"Run"},`+code+`]`),
			[]string{"user|Run\n```python\nprint(1)\n```"}},
		"an answer with code and a file": {message("1", "gemini", `[{"text":"I run"},`+code+`,`+result+`,`+file+`]`),
			[]string{
				"assistant|I run\n```python\nprint(1)\n```\nThe code ended with OUTCOME_OK:\n```\n1\n```\n[image/png: gs://a/b]"}},
		"a thought of the user": {message("1", "user", `[{"text":"no","thought":true},{"text":"yes"}]`),
			[]string{"user|yes"}},
		"a thought alone": {message("1", "user", `[{"text":"no","thought":true}]`), nil},
		"a tool of the service": {message("1", "gemini",
			`[{"text":"a"},{"toolCall":{"args":{"q":"is not told"}}},{"toolResponse":{"text":"b"}}]`), []string{"assistant|a"}},
		"an unknown part": {message("1", "user", `[{"text":"a"},`+strange+`]`),
			[]string{"user|a", "unknown part inventedPart|strange words", "unsorted part inventedPart|strange words"}},
		"an unknown part of answers": {message("1", "gemini", `[`+strange+`]`),
			[]string{"unknown part inventedPart|strange words", "unsorted part inventedPart|strange words"}},
		"an unknown type": {message("1", "invented", `"a b"`),
			[]string{"unknown message of the type invented|a b", "unsorted message of the type invented|a b"}},
		"an unknown line": {`{"invented":"words that are kept"}`,
			[]string{"unknown line invented|words that are kept", "unsorted line invented|words that are kept"}},
		"a message of no type": {`{"id":"1","content":"a b"}`, nil},
		"what is only drawn":   {message("1", "warning", `"a b"`), nil},
		"a question mark":      {user("1", "? why"), []string{"user|? why|(dropped-1)"}},
		"a path":               {user("1", " ", "\n/tmp"), []string{"user| \n/tmp|(dropped-1)"}},
		"one behind a picture": {
			message("1", "user", `[{"inlineData":{"mimeType":"image/png","data":"AAAA"}},{"text":"? why"}]`),
			[]string{"user|? why|image/png"}},
		"a hook's text and a prompt": {user("1", "<hook_context>freeze</hook_context>\n\nFirst"),
			[]string{"hook SessionStart|freeze", "user|First|(dropped-1)"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, arrives(t, c.line)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// listing returns a message with a call that has the given list of results.
func listing(list string) string {
	return `{"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c","name":"read_file","args":{},"status":"success","result":` + list + `}]}`
}

func TestKindsOfResults(t *testing.T) {
	response := func(response, rest string) string {
		return `{"functionResponse":{"id":"c","name":"read_file","response":` + response + rest + `}}`
	}
	for name, c := range map[string]struct{ list, want string }{
		"an output and more":     {"[" + response(`{"output":"A","n":1}`, "") + "]", `tool_result|A` + "\n" + `{"n":1}`},
		"an output and an error": {"[" + response(`{"output":"A","error":"E"}`, "") + "]", `tool_result|A|E`},
		"neither":                {response(`{"n":1}`, ""), `tool_result|{"n":1}`},
		"a sound that was read": {response(`{"output":"A","__binary_injection__":[`+sound+`]}`, ""),
			`tool_result|A|audio/mp3`},
		"parts": {response(`{"output":"A"}`, `,"parts":[{"text":"B"},`+file+`,`+sound+`]`),
			"tool_result|A\nB\n[image/png: gs://a/b]|audio/mp3"},
		"a text and a file beside": {"[" + response(`{"output":"A"}`, "") + `,{"text":"B"},` + file + "]",
			"tool_result|A\n[image/png: gs://a/b]\nB"},
		"what a hook says beside": {"[" + response(`{"output":"A"}`, "") + `,{"text":"<hook_context>H</hook_context>"}]`,
			"tool_result|A hook BeforeAgent|H"},
		"texts alone": {`[{"text":"A"},"B"]`, "tool_result|AB"},
		"one under another id": {`[{"functionResponse":{"id":"x","name":"read_file","response":{"output":"A"}}}]`,
			"tool_result|A"},
		"an unknown part": {response(`{"output":"A"}`, `,"parts":[`+strange+`]`),
			"tool_result|A unknown part inventedPart|strange words unsorted part inventedPart|strange words"},
		"an unknown part beside": {"[" + response(`{"output":"A"}`, "") + `,` + strange + "]",
			"tool_result|A unknown part inventedPart|strange words unsorted part inventedPart|strange words"},
	} {
		t.Run(name, func(t *testing.T) {
			want := "tool_call " + c.want
			if got := strings.Join(arrives(t, listing(c.list)), " "); got != want {
				t.Errorf("it is %q, want %q", got, want)
			}
		})
	}
}

func TestUnknownStateOfACallIsNamed(t *testing.T) {
	got := arrives(t, strings.Replace(listing(`"A"`), `"success"`, `"invented"`, 1))
	if want := []string{"tool_call", "tool_result|A", "unknown tool call in the state invented"}; !cmp.Equal(got, want) {
		t.Errorf("it is %q, want %q", got, want)
	}
}

// After the CLI has rewritten the history, the list of each call holds everything that the user's turn does.
func TestWhatStandsBesideResultsIsToldOnce(t *testing.T) {
	all := "[" + answered("c", "read_file", "A") + `,{"text":"Mind the tests."},{"text":"<hook_context>H</hook_context>"}]`
	turn := message("r", "user", all)
	for name, lines := range map[string][]string{
		"the turn first": {listing("[" + answered("c", "read_file", "A") + "]"), turn,
			snapshot(user("first", "go"), listing(all), turn)},
		"both at once":     {snapshot(user("first", "go"), listing(all), turn)},
		"the list first":   {listing(all), turn},
		"the turn, unread": {listing(all), snapshot(user("first", "go"), listing(all), turn)},
	} {
		t.Run(name, func(t *testing.T) {
			got := fmt.Sprint(arrives(t, lines...))
			if strings.Count(got, "Mind the tests.") != 1 || strings.Count(got, "|H") != 1 || strings.Contains(got, "dropped") {
				t.Errorf("it is %s", got)
			}
		})
	}
}

func TestUnknownPartsAreNamedOnce(t *testing.T) {
	line, other := message("1", "user", `[{"text":"a"},`+strange+`]`), message("2", "user", `[{"text":"a"},`+strange+`]`)
	got := arrives(t, line, line, snapshot(user("first", "go"), line), snapshot(user("f", "go"), other),
		message("3", "user", strange))
	if want := 2; strings.Count(fmt.Sprint(got), "unknown part") != want {
		t.Errorf("want it named %d times: %q", want, got)
	}
}
