package asciicast_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/internal/term/asciicast"
)

var written = []asciicast.Event{
	{At: 1500 * time.Millisecond, Code: asciicast.Output, Data: "\x1b[1m\"é\"\r\n"},
	{At: 1600 * time.Millisecond, Code: asciicast.Resize, Data: "120x40"},
	{At: 1600 * time.Millisecond, Code: asciicast.Marker, Data: "turn 1"},
	{At: 2 * time.Hour, Code: asciicast.Exit, Data: "0"},
}

func write(t *testing.T, version int) string {
	t.Helper()
	var file strings.Builder
	w, err := asciicast.NewWriter(&file, asciicast.Header{Columns: 80, Rows: 24, Term: "xterm", Start: start,
		Title: "t"}, version)
	if err != nil {
		t.Fatal(err)
	}
	for _, event := range written {
		if err := w.Write(event); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

func TestVersion2IsWrittenWithAbsoluteTimesAndWithoutAnExit(t *testing.T) {
	want := `{"version":2,"width":80,"height":24,"timestamp":1800000000,"title":"t","env":{"TERM":"xterm"}}
[1.500000, "o", "\u001b[1m\"é\"\r\n"]
[1.600000, "r", "120x40"]
[1.600000, "m", "turn 1"]
`
	if diff := cmp.Diff(want, write(t, 2)); diff != "" {
		t.Error(diff)
	}
}

func TestVersion3ReadsBackEqual(t *testing.T) {
	header, events := read(t, write(t, 3))
	if diff := cmp.Diff(written, events); diff != "" || header.Term != "xterm" || header.Columns != 80 {
		t.Errorf("header %+v: %s", header, diff)
	}
}

func TestOtherVersionsAreRefused(t *testing.T) {
	if _, err := asciicast.NewWriter(io.Discard, asciicast.Header{}, 1); !errors.Is(err, asciicast.ErrVersion) {
		t.Errorf("error %v", err)
	}
}
