package qwen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/timeline"
)

// arrives returns what arrives after a first prompt, including what is reported because its kind is not known.
func arrives(t *testing.T, lines ...string) []string {
	t.Helper()
	_, entries := open(t, put(t, append([]string{record("first", "null", "user", said("user", "go"))}, lines...)...))
	var all []string
	for _, e := range entries {
		if e.ID == "first" && e.Branch == "" || e.Hidden && !e.IsUnknown() && !e.IsMissing() {
			continue
		}
		all = append(all, sayingOf(e))
	}
	return all
}

func sayingOf(e *timeline.Entry) string {
	said := []string{string(e.Type)}
	if e.Origin != nil {
		said[0] = strings.TrimSpace(string(e.Origin.Kind) + " " + e.Origin.Name)
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

const (
	picture = `{"inlineData":{"mimeType":"image/png","data":"AAAA"}}`
	address = `{"fileData":{"mimeType":"image/png","fileUri":"https://a/b.png"}}`
	strange = `{"inventedPart":{"text":"strange words"}}`
)

func content(role string, parts ...string) string {
	return fmt.Sprintf(`{"role":%q,"parts":[%s]}`, role, strings.Join(parts, ","))
}

func text(s string) string { return fmt.Sprintf(`{"text":%q}`, s) }

func message(role string, parts ...string) string { return `"message":` + content(role, parts...) }

// Each row is what Qwen Code 0.24.4 told its model when it resumed a session that contained the record.
func TestKindsOfRecords(t *testing.T) {
	const call = `{"functionCall":{"id":"c","name":"x","args":{}}}`
	response := func(rest string) string { return `{"functionResponse":{"id":"c","name":"x","response":` + rest + `}}` }
	for name, c := range map[string]struct {
		kind, rest string
		want       []string
	}{
		"a file by its address": {"user", message("user", text("See"), address),
			[]string{"user|See\n[image/png: https://a/b.png]"}},
		"a thought of the user": {"user", message("user", `{"text":"no","thought":true}`, text("yes")),
			[]string{"user|yes"}},
		"a result in the user's name": {"user", message("user", text("a"), response(`{"output":"no"}`)),
			[]string{"user|a"}},
		"code": {"assistant", message("model", text("a"),
			`{"executableCode":{"code":"is not told"}}`), []string{"assistant|a"}},
		"an answer with a subtype": {"assistant", `"subtype":"later",` + message("model", text("a")),
			[]string{"assistant|a"}},
		"an unknown part": {"user", message("user", text("a"), strange),
			[]string{"user|a", "unknown part inventedPart|strange words", "unsorted part inventedPart|strange words"}},
		"an unknown part of an answer": {"assistant", message("model", strange),
			[]string{"unknown part inventedPart|strange words", "unsorted part inventedPart|strange words"}},
		"an unknown role": {"user", message("invented", text("a b")),
			[]string{"unknown message of the role invented|a b", "unsorted message of the role invented|a b"}},
		"an unknown type": {"invented", message("user", text("a b")),
			[]string{"unknown record invented|a b", "unsorted record invented|a b"}},
		"an unknown type, no message": {"invented", `"text":"a b"`,
			[]string{"unknown record invented|a b", "unsorted record invented|a b"}},
		"an unknown note of the CLI": {"system", `"subtype":"invented","systemPayload":{"text":"a b"}`,
			[]string{"unknown system record invented|a b", "unsorted system record invented|a b"}},
		"a known note of the CLI": {"system", `"subtype":"turn_result","systemPayload":{"text":"a b"}`, nil},
		"what was spoken":         {"user", `"subtype":"realtime_message",` + message("user", text("a b")), nil},
		"a text and a file with a result": {"tool_result", message("user", response(`{"output":"A","more":"no"}`),
			text("B"), address), []string{"tool_result|A\nB\n[image/png: https://a/b.png]"}},
		"a reminder with a result": {"tool_result", message("user", response(`{"output":"A"}`),
			text("<system-reminder>\nB\n</system-reminder>")), []string{"tool_result|A", "reminder|B"}},
		"parts of a result": {"tool_result",
			message("user", `{"functionResponse":{"id":"c","response":{"output":"A"},"parts":[`+text("B")+","+address+","+
				picture+","+strange+`]}}`),
			[]string{"tool_result|A\nB\n[image/png: https://a/b.png]|image/png", "unknown part inventedPart|strange words",
				"unsorted part inventedPart|strange words"}},
		"an error beside an output": {"tool_result", message("user", response(`{"output":"A","error":"no"}`)),
			[]string{"tool_result|A"}},
		"an unknown state": {"tool_result", message("user", response(`{"output":"A"}`)) +
			`,"toolCallResult":{"status":"invented"}`, []string{"tool_result|A", "unknown tool call in the state invented"}},
		"what a sub-agent knew": {"system", `"subtype":"agent_bootstrap","systemPayload":{"history":[` +
			content("user", text("a")) + "," + content("model", text("b"), call) + `]}`,
			[]string{"user|a", "assistant|b", "tool_call"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, arrives(t, record("x", "first", c.kind, c.rest))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func compressed(contents ...string) string {
	return `"subtype":"chat_compression","systemPayload":{"compressedHistory":[` + strings.Join(contents, ",") + `]}`
}

// The histories are as /compress and /compress-fast of 0.24.4 leave them.
func TestKindsOfHistories(t *testing.T) {
	summary := []string{content("user", text("So far.")), content("model",
		text("Got it. Thanks for the additional context!"))}
	call := `{"functionCall":{"id":"c","name":"glob","args":{"pattern":"*"}}}`
	response := `{"functionResponse":{"id":"c","name":"glob","response":{"output":"[Old tool result content cleared]"}}}`
	for name, c := range map[string]struct {
		history []string
		want    []string
	}{
		"a summary and what is shown again": {append(summary, content("user", text("A picture:"), picture, address)),
			[]string{"system|So far.", "user|A picture:\n[image/png: https://a/b.png]|image/png"}},
		"a summary and what stands nowhere else": {append(summary, content("model", call), content("user", response)),
			[]string{
				"system|So far.\n\nCall of glob: {\"pattern\":\"*\"}\n\nResult of glob: [Old tool result content cleared]"}},
		"one without a summary": {[]string{content("user", text(
			"<system-reminder>\nThe following skills are available for use with the Skill tool.\n</system-reminder>")),
			content("user", text("go")), content("model", call), content("user", response), content("model", text("done"))},
			[]string{"user|go|(branch-1)", "user|go", "tool_call", "tool_result|[Old tool result content cleared]",
				"assistant|done"}},
		"nothing": {nil, []string{"user|go|(branch-1)", "user|on"}},
	} {
		t.Run(name, func(t *testing.T) {
			lines := []string{record("x", "first", "system", compressed(c.history...))}
			if name == "nothing" {
				lines = append(lines, record("y", "x", "user", said("user", "on")))
			}
			if diff := cmp.Diff(c.want, arrives(t, lines...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAGapIsNamed(t *testing.T) {
	got := arrives(t, record("b", "first", "assistant", said("model", "yes")),
		record("d", "gone", "user", said("user", "on")))
	if want := []string{"user|go|(branch-1)", "assistant|yes|(branch-1)", "user|on", "missing record"}; !cmp.Equal(got,
		want) {
		t.Errorf("it is %q, want %q", got, want)
	}
}
