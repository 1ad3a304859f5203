package plain

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestWriterCutsNoCharacter(t *testing.T) {
	text := "a\u009b31m \u202egnp \u061c Grüße, 世界 👋"
	whole, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	w := NewJSONWriter(&out)
	if _, err := io.Copy(w, struct{ io.Reader }{iotest.OneByteReader(strings.NewReader(string(whole)))}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var back string
	if err := json.Unmarshal([]byte(out.String()), &back); err != nil || back != text {
		t.Errorf("%q came back of %q, error %v", back, out.String(), err)
	}
	if strings.ContainsAny(out.String(), "\u009b\u202e\u061c") || !strings.Contains(out.String(), "世界") {
		t.Errorf("written: %q", out.String())
	}
}

func TestBytesThatAreNoCharacterDoNotReachTheTerminal(t *testing.T) {
	for _, w := range []func(io.Writer) *Writer{NewJSONWriter, NewTextWriter} {
		var out strings.Builder
		writer := w(&out)
		_, _ = writer.Write([]byte("\"a\x9b31m\xc2"))
		_ = writer.Close()
		if strings.Contains(out.String(), "\x9b") {
			t.Errorf("written: %q", out.String())
		}
	}
}
