package policy_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/timeline"
)

// FuzzACallStaysJSONAndKeepsNoSecret masks a secret in arguments of any form.
func FuzzACallStaysJSONAndKeepsNoSecret(f *testing.F) {
	for _, input := range []string{
		`{"command":"echo ` + key + `"}`, `{"a":{"` + key + `":[1,"x\"` + key +
			`\\",null]},"b":"\u0073k-0123456789abcdef"}`, `["\\"]`, `"` + key + `"`, `{}`, `1E700`,
	} {
		f.Add(input)
	}
	f.Fuzz(func(t *testing.T, input string) {
		if !json.Valid([]byte(input)) {
			t.Skip("arguments are JSON")
		}
		s := claudes(&timeline.Entry{ID: "c", Type: timeline.ToolCall, Tool: timeline.Bash, Input: json.RawMessage(input)})
		_, entries, _ := masked(t, s, codex, policy.Policies{Redaction: redaction.Mask,
			Detector: inDetectorsOrder{{Rule: "api-key", Value: key}}})
		var decoded any
		decoder := json.NewDecoder(bytes.NewReader(entries[0].Input))
		decoder.UseNumber() // no float has 1E700
		if err := decoder.Decode(&decoded); err != nil {
			t.Fatalf("%s became %s: %v", input, entries[0].Input, err)
		}
		if again, _ := json.Marshal(decoded); strings.Contains(string(again), key) {
			t.Errorf("%s keeps the secret: %s", input, entries[0].Input)
		}
	})
}
