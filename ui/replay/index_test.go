package replay_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/internal/term/asciicast"
	"stead/internal/term/screen"
	"stead/ui/replay"
)

// castHeader is the first line of a recording.
const castHeader = `{"version":3,"term":{"cols":80,"rows":24},"timestamp":1800000000}` + "\n"

// cast writes a recording and opens it.
func cast(t testing.TB, text string) *os.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "terminal.cast")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

func indexed(t testing.TB, x *replay.Index, file *os.File) replay.Seen {
	t.Helper()
	seen, err := x.Read(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func newIndex(t testing.TB) *replay.Index {
	x := &replay.Index{}
	t.Cleanup(x.Close)
	return x
}

// lively returns the events of a program that draws, scrolls, takes the alternate screen now and then, and sees its
// terminal resized.
func lively(lines int) string {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, `[0.001000, "o", "\u001b[%d;%dH\u001b[3%dmline %d ä日\u001b[0m"]`+"\n", i%24+1, i%60+1, i%8, i)
		switch {
		case i%500 == 100:
			b.WriteString(`[0, "o", "\u001b[?1049h\u001b[2J"]` + "\n")
		case i%500 == 400:
			b.WriteString(`[0, "o", "\u001b[?1049l"]` + "\n")
		case i%700 == 0:
			fmt.Fprintf(&b, `[0, "r", "%dx%d"]`+"\n", 80+i%7, 24+i%5)
		case i%900 == 0:
			b.WriteString("damaged\n# a comment\n\n")
		}
		fmt.Fprintf(&b, `[0.001, "o", "\r\nand more %d"]`+"\n", i)
	}
	return b.String()
}

// shown plays a recording from a keyframe to its end, and tells what is seen then.
func shown(t *testing.T, file *os.File, k replay.Keyframe) []string {
	t.Helper()
	head := fmt.Sprintf(`{"version":3,"term":{"cols":%d,"rows":%d}}`+"\n", k.Columns, k.Rows)
	rest := io.NewSectionReader(file, k.Offset, 1<<40)
	reader, err := asciicast.NewReader(io.MultiReader(strings.NewReader(head), rest))
	if err != nil {
		t.Fatal(err)
	}
	s := screen.New(k.Rows, k.Columns, nil)
	defer s.Close()
	_, _ = s.Write(k.Screen)
	for e, err := range reader.Events() {
		var columns, rows int
		switch {
		case err != nil:
		case e.Code == asciicast.Output:
			_, _ = s.Write([]byte(e.Data))
		case e.Code == asciicast.Resize:
			if _, err := fmt.Sscanf(e.Data, "%dx%d", &columns, &rows); err == nil {
				s.Resize(rows, columns)
			}
		}
	}
	return s.Cells()
}

func TestPlayerThatGoesOnFromAKeyframeSeesTheSame(t *testing.T) {
	file := cast(t, castHeader+lively(12_000))
	seen := indexed(t, newIndex(t), file)
	if len(seen.Keyframes) < 4 || seen.Keyframes[0].Offset != int64(len(castHeader)) || seen.Length != 24*time.Second {
		t.Fatalf("%d keyframes, the first at %d, of %s", len(seen.Keyframes), seen.Keyframes[0].Offset, seen.Length)
	}
	want := shown(t, file, seen.Keyframes[0])
	for _, k := range seen.Keyframes[1:] {
		before := make([]byte, 1)
		if _, err := file.ReadAt(before, k.Offset-1); err != nil || before[0] != '\n' {
			t.Errorf("keyframe at %d is not at the begin of a line", k.Offset)
		}
		if diff := cmp.Diff(want, shown(t, file, k)); diff != "" {
			t.Errorf("from %d:\n%s", k.Offset, diff)
		}
	}
}

func TestIndexGrowsWithItsRecording(t *testing.T) {
	text := castHeader + lively(5_000)
	file := cast(t, text[:200])
	x := newIndex(t)
	var seen replay.Seen
	for at := 200; at < len(text); {
		seen = indexed(t, x, file)
		if end := strings.LastIndexByte(text[:at], '\n') + 1; seen.Bytes != int64(end) {
			t.Fatalf("%d bytes of %d are read, want %d", seen.Bytes, at, end)
		}
		next := min(len(text), at+77_777)
		if _, err := file.WriteAt([]byte(text[at:next]), int64(at)); err != nil {
			t.Fatal(err)
		}
		at = next
	}
	seen = indexed(t, x, file)
	if diff := cmp.Diff(indexed(t, newIndex(t), file), seen); diff != "" {
		t.Errorf("it is another one than of the whole:\n%.1000s", diff)
	}
	if err := file.Truncate(int64(len(castHeader))); err != nil {
		t.Fatal(err)
	}
	if seen := indexed(t, x, file); len(seen.Keyframes) != 1 || seen.Length != 0 {
		t.Errorf("of a recording that begins anew: %+v", seen)
	}
}

func TestHostileRecordingsAreBounded(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		frames int
	}{
		"size of the header": {strings.Replace(castHeader, `"cols":80,"rows":24`, `"cols":65535,"rows":65535`, 1) +
			`[1, "o", "x"]` + "\n", 1},
		"negative size": {strings.Replace(castHeader, `"cols":80`, `"cols":-80`, 1), 1},
		"size of an event": {castHeader + strings.Repeat(`[1, "r", "65535x65535"]`+"\n"+`[1, "r", "-1x0"]`+"\n"+
			`[1, "r", "x"]`+"\n", 10), 1},
		"NULs":           {castHeader + strings.Repeat("\x00", 1<<20) + "\n" + `[1, "o", "\u0000"]` + "\n", 2},
		"long line":      {castHeader + strings.Repeat("x", 65<<20) + "\n" + `[1, "o", "x"]` + "\n", 2},
		"no end of line": {castHeader + strings.Repeat("x", 1<<20), 1},
		"times": {castHeader + `[1e300, "o", "x"]` + "\n" + `[-5, "o", "x"]` + "\n" + `[9e12, "o", "x"]` +
			"\n", 1},
	} {
		x := newIndex(t)
		seen := indexed(t, x, cast(t, c.text))
		if len(seen.Keyframes) > c.frames || seen.Keyframes[0].Rows*seen.Keyframes[0].Columns != 80*24 {
			t.Errorf("%s: %d keyframes, %+v", name, len(seen.Keyframes), seen.Keyframes[0])
		}
	}
	for _, text := range []string{"", "\n", "{}\n", "x", strings.Repeat("\x00", 1000), strings.TrimSpace(castHeader)} {
		if seen, err := newIndex(t).Read(t.Context(), cast(t, text)); err == nil {
			t.Errorf("%.20q is %+v", text, seen)
		}
	}
}

// TestKeyframesOfLargeScreensAreFewer uses keyframes that take much memory.
func TestKeyframesOfLargeScreensAreFewer(t *testing.T) {
	row := strings.Repeat(`\u001b[38;2;1;2;3mx\u001b[38;2;3;2;1my`, 50)
	page := `[1, "o", "` + strings.Repeat(row+`\r\n`, 250) + `"]` + "\n"
	seen := indexed(t, newIndex(t), cast(t, castHeader+`[0, "r", "400x250"]`+"\n"+page+
		strings.Repeat(strings.Repeat("x", 256<<10)+"\n", 100)))
	kept := 0
	for _, k := range seen.Keyframes {
		kept += len(k.Screen)
	}
	if kept > 32<<20 || len(seen.Keyframes) < 4 {
		t.Errorf("%d keyframes take %d bytes", len(seen.Keyframes), kept)
	}
}

func TestReadingThatWasBrokenOffGoesOn(t *testing.T) {
	file := cast(t, castHeader+lively(3_000))
	x := newIndex(t)
	gone, stop := context.WithCancel(t.Context())
	stop()
	if _, err := x.Read(gone, file); !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
	if diff := cmp.Diff(indexed(t, newIndex(t), file), indexed(t, x, file)); diff != "" {
		t.Errorf("%.1000s", diff)
	}
}

func BenchmarkIndex(b *testing.B) {
	file := cast(b, castHeader+lively(100_000))
	info, err := file.Stat()
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	for b.Loop() {
		x := &replay.Index{}
		indexed(b, x, file)
		x.Close()
	}
}
