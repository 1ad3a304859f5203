package asciicast_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"stead/internal/term/asciicast"
)

// FuzzReader checks that no input makes the reader panic, and that its times never decrease in version 3.
func FuzzReader(f *testing.F) {
	f.Add("{\"version\":3,\"term\":{\"cols\":1,\"rows\":1}}\n[0.5, \"o\", \"a\"]\n#\n[1e300, \"x\", \"\"]")
	f.Add("{\"version\":2,\"width\":80,\"height\":24}\n[1.5, \"o\", \"\\ud800\"]\n[0, \"r\", \"1x1\"]\n[null,null,null]")
	f.Fuzz(func(t *testing.T, recording string) {
		reader, err := asciicast.NewReader(strings.NewReader(recording))
		if err != nil {
			return
		}
		for event, err := range reader.Events() {
			if err == nil && (event.At < 0 || !utf8.ValidString(event.Data)) {
				t.Errorf("event %+v", event)
			}
		}
	})
}

// FuzzRoundTrip checks that valid text, split anywhere, is read back unchanged.
func FuzzRoundTrip(f *testing.F) {
	f.Add("\x1b[31mé日😀\"\\\r\n", 5)
	f.Add("plain ASCII, long enough for words\x00", 9)
	f.Add("\xff\xc3", 1)
	f.Fuzz(func(t *testing.T, text string, cut int) {
		cut = max(0, min(cut, len(text)))
		_, events := read(t, record(t, asciicast.Header{}, func(r *asciicast.Recorder) {
			r.Output(at(1), []byte(text[:cut]))
			r.Output(at(2), []byte(text[cut:]))
		}))
		if got := output(events); utf8.ValidString(text) && got != text {
			t.Errorf("wrote %q, read %q", text, got)
		}
	})
}
