package plain

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestJSONForATerminalMeansTheSame(t *testing.T) {
	for _, text := range []string{"plain", "\x1b[31m", "a\u009b31mb\u009d0;owned\u009c", "\x7f", "\u202egnp.exe\u2066",
		"Grüße, 世界 👋", ""} {
		data, err := json.Marshal(map[string]string{text: text})
		if err != nil {
			t.Fatal(err)
		}
		shown := JSON(data)
		var back map[string]string
		if err := json.Unmarshal(shown, &back); err != nil || back[text] != text {
			t.Errorf("%q became %s: %v", text, shown, err)
		}
		if clean := Text(string(shown)); clean != string(shown) {
			t.Errorf("%q reaches the terminal: %q", text, shown)
		}
	}
	if bad := string(JSON([]byte("\"\xff\""))); !strings.Contains(bad, "\xff") {
		t.Errorf("what is no text became %q", bad)
	}
}
