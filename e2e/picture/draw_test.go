package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"stead/internal/term/asciicast"
)

// TestPictureShowsTheScreenAtEachMarker plays a recording. Its text cannot break out of the picture.
func TestPictureShowsTheScreenAtEachMarker(t *testing.T) {
	var recording bytes.Buffer
	start := time.Now()
	recorder, err := asciicast.NewRecorder(&recording, asciicast.Header{Columns: int(size.Columns),
		Rows: int(size.Rows)}, start)
	if err != nil {
		t.Fatal(err)
	}
	recorder.Output(start, []byte("</text><script>\x1b[31m1 & 2\x1b[0m"))
	recorder.Mark(start, "A & B")
	recorder.Output(start, []byte("\x1b[2J\x1b[H\x1b[1;48;2;1;2;3msecond"))
	recorder.Mark(start, "C")
	recorder.Output(start, []byte("\x1b[2Jgone"))
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	scenes, err := play(&recording)
	if err != nil {
		t.Fatal(err)
	}
	picture := string(draw(scenes))
	for _, want := range []string{"A &amp; B", "&lt;/text&gt;&lt;script&gt;", `class="c1">1` + noBreak + "&amp;",
		"second", `style="fill:#010203"`, `class="b"`} {
		if !strings.Contains(picture, want) {
			t.Errorf("it lacks %s:\n%s", want, picture)
		}
	}
	if strings.Contains(picture, "gone") {
		t.Error("it shows what came after the last marker")
	}
	for decoder := xml.NewDecoder(strings.NewReader(picture)); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
