package jsonl_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"stead/internal/adapt/jsonl"
)

func TestLinesAreCounted(t *testing.T) {
	var direct, gathered bytes.Buffer
	o, b := jsonl.Output{Dst: &direct}, jsonl.Buffer{Dst: &gathered}
	for _, line := range []string{`{"a":1}`, ``, strings.Repeat("x", 3<<20), `{}`} {
		if err := o.Line([]byte(line)); err != nil {
			t.Fatal(err)
		}
		b.Bytes = append(b.Bytes, line...)
		b.EndLine()
		if err := b.FlushFull(); err != nil {
			t.Fatal(err)
		}
	}
	if gathered.Len() == 0 || gathered.Len() == direct.Len() || cap(b.Bytes) > 4<<10 {
		t.Errorf("%d bytes of %d were handed on, room for %d is held", gathered.Len(), direct.Len(), cap(b.Bytes))
	}
	if err := b.Flush(); err != nil || !bytes.Equal(direct.Bytes(), gathered.Bytes()) {
		t.Errorf("%d and %d bytes, error %v", direct.Len(), gathered.Len(), err)
	}
	if want := int64(direct.Len()); o.Lines != 4 || b.Lines != 4 || o.Size != want || b.Size != want {
		t.Errorf("%d and %d lines of %d and %d bytes, want 4 of %d", o.Lines, b.Lines, o.Size, b.Size, want)
	}
}

func TestPlacedValuesStandWhereTheyWerePlaced(t *testing.T) {
	var got bytes.Buffer
	b := jsonl.Buffer{Dst: &got}
	giant := strings.Repeat("x", 1<<20)
	want := `{"a":` + giant + `,"b":` + giant + "}\n{}\n"
	b.Bytes = append(b.Bytes, `{"a":`...)
	b.Bytes = b.Place(b.Bytes, []byte(giant))
	b.Bytes = append(b.Place(append(b.Bytes, `,"b":`...), []byte(giant)), '}')
	b.EndLine()
	if placed, written := b.Placed(), b.Written(); placed != 2 || written != int64(len(want)-3) {
		t.Errorf("%d values are placed, %d bytes written of %d", placed, written, len(want)-3)
	}
	if err := b.FlushFull(); err != nil || b.Placed() != 0 {
		t.Errorf("%d values are left: %v", b.Placed(), err)
	}
	b.Bytes = append(b.Bytes, `{}`...)
	b.EndLine()
	if err := b.Flush(); err != nil || got.String() != want || b.Size != int64(len(want)) || b.Written() != b.Size {
		t.Errorf("%d bytes of %d, size %d, written %d: %v", got.Len(), len(want), b.Size, b.Written(), err)
	}
}

var errBroken = errors.New("broken")

// broken accepts only the first write.
type broken struct{ writes int }

func (w *broken) Write(p []byte) (int, error) {
	if w.writes++; w.writes > 1 {
		return 0, errBroken
	}
	return len(p), nil
}

func TestFirstErrorOfTheDestinationStays(t *testing.T) {
	o := jsonl.Output{Dst: &broken{}}
	if err := o.Line([]byte("a")); !errors.Is(err, errBroken) || o.Lines != 0 || o.Size != 1 {
		t.Errorf("error %v after %d lines, %d bytes", err, o.Lines, o.Size)
	}
	b := jsonl.Buffer{Dst: &broken{writes: 1}}
	b.EndLine()
	if err := b.Flush(); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
	if b.Flush() == nil || b.FlushFull() == nil {
		t.Error("the error was forgotten")
	}
}
