package asciicast_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/internal/term/asciicast"
)

var start = time.Unix(1_800_000_000, 0)

func at(microseconds int) time.Time { return start.Add(time.Duration(microseconds) * time.Microsecond) }

func record(t testing.TB, header asciicast.Header, session func(*asciicast.Recorder)) string {
	t.Helper()
	var file bytes.Buffer
	recorder, err := asciicast.NewRecorder(&file, header, start)
	if err != nil {
		t.Fatal(err)
	}
	session(recorder)
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

func read(t testing.TB, recording string) (asciicast.Header, []asciicast.Event) {
	t.Helper()
	reader, err := asciicast.NewReader(strings.NewReader(recording))
	if err != nil {
		t.Fatal(err)
	}
	var events []asciicast.Event
	for event, err := range reader.Events() {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, event)
	}
	return reader.Header, events
}

func TestRecordingIsVersion3(t *testing.T) {
	header := asciicast.Header{Columns: 80, Rows: 24, Term: "xterm", Start: start, Command: "codex",
		Env: map[string]string{"LANG": "C"}}
	got := record(t, header, func(r *asciicast.Recorder) {
		r.WithInput = true
		r.Output(at(1_500_000), []byte("\x1b[1m\"hi\"\\\r\n\t\x7f é"))
		r.Input(at(1_500_001), []byte("q"))
		r.Resize(at(1_600_000), 40, 120)
		r.Mark(at(1_600_000), "turn 1")
		r.Exit(at(1_700_000), 3)
	})
	want := `{"version":3,"term":{"cols":80,"rows":24,"type":"xterm"},"timestamp":1800000000,"command":"codex","env":{"LANG":"C"}}
[1.500000, "o", "\u001b[1m\"hi\"\\\r\n\t` + "\x7f é" + `"]
[0.000001, "i", "q"]
[0.099999, "r", "120x40"]
[0.000000, "m", "turn 1"]
[0.100000, "x", "3"]
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsWrittenReadsBackEqual(t *testing.T) {
	header := asciicast.Header{Columns: 80, Rows: 24, Term: "xterm", Start: start, Title: "a \"title\""}
	recording := record(t, header, func(r *asciicast.Recorder) {
		r.Output(at(333_333), []byte("a"))
		r.Output(at(666_666), []byte("日本\u2028\x00\x1f"))
		r.Resize(at(999_999), 1, 2)
		r.Exit(at(3_600_000_001), 0)
	})
	gotHeader, got := read(t, recording)
	want := []asciicast.Event{
		{At: 333_333 * time.Microsecond, Code: asciicast.Output, Data: "a"},
		{At: 666_666 * time.Microsecond, Code: asciicast.Output, Data: "日本\u2028\x00\x1f"},
		{At: 999_999 * time.Microsecond, Code: asciicast.Resize, Data: "2x1"},
		{At: time.Hour + time.Microsecond, Code: asciicast.Exit, Data: "0"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(header, gotHeader); diff != "" {
		t.Error(diff)
	}
}

func TestInputIsLeftOutUnlessAskedForSincePasswordsAreTyped(t *testing.T) {
	recording := record(t, asciicast.Header{}, func(r *asciicast.Recorder) { r.Input(at(1), []byte("secret")) })
	if strings.Contains(recording, "secret") {
		t.Errorf("typed text was recorded: %s", recording)
	}
}

func TestCharacterCutByChunksStaysWhole(t *testing.T) {
	const text = "é日😀|\x1b[0m"
	for cut := range len(text) {
		_, events := read(t, record(t, asciicast.Header{}, func(r *asciicast.Recorder) {
			r.Output(at(1), []byte(text[:cut]))
			r.Resize(at(2), 1, 1) // another kind of event in between
			r.Output(at(3), []byte(text[cut:]))
		}))
		if got := output(events); got != text {
			t.Errorf("cut at %d: %q, want %q", cut, got, text)
		}
	}
}

func TestBytesThatAreNoUTF8BecomeReplacements(t *testing.T) {
	cases := []struct{ name, written, want string }{
		{"in the middle", "a\xffb", "a\uFFFDb"},
		{"cut character before another", "\xe6\x97x", "\uFFFD\uFFFDx"},
		{"surrogate", "\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"},
		{"never completed", "ok\xe6\x97", "ok\uFFFD"},
		{"a whole word of them", "\xff\xff\xff\xff\xff\xff\xff\xff", strings.Repeat("\uFFFD", 8)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, events := read(t, record(t, asciicast.Header{}, func(r *asciicast.Recorder) {
				r.Output(at(1), []byte(c.written))
			}))
			if got := output(events); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestUnfinishedCharacterStandsBeforeTheExit(t *testing.T) {
	_, events := read(t, record(t, asciicast.Header{}, func(r *asciicast.Recorder) {
		r.Output(at(1), []byte("\xe6"))
		r.Exit(at(2), 0)
	}))
	var codes []byte
	for _, event := range events {
		codes = append(codes, byte(event.Code))
	}
	if string(codes) != "ox" {
		t.Errorf("order %q, want ox", codes)
	}
}

func TestClockThatStepsBackGivesNoNegativeInterval(t *testing.T) {
	_, events := read(t, record(t, asciicast.Header{}, func(r *asciicast.Recorder) {
		r.Output(at(5), []byte("a"))
		r.Output(at(3), []byte("b"))
	}))
	if events[1].At != 5*time.Microsecond {
		t.Errorf("second event at %v, want 5µs", events[1].At)
	}
}

func TestFlushLeavesNothingBehindForACrash(t *testing.T) {
	var file bytes.Buffer
	recorder, err := asciicast.NewRecorder(&file, asciicast.Header{}, start)
	if err != nil {
		t.Fatal(err)
	}
	recorder.Output(at(1), []byte("seen"))
	recorder.Flush()
	if _, events := read(t, file.String()); output(events) != "seen" {
		t.Errorf("after Flush the file holds %q", file.String())
	}
}

type full struct{ writes int }

func (f *full) Write(p []byte) (int, error) {
	if f.writes++; f.writes > 1 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

func TestFullDiskStopsTheRecordingOnceAndIsReportedAtClose(t *testing.T) {
	disk := &full{}
	recorder, err := asciicast.NewRecorder(disk, asciicast.Header{}, start)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		recorder.Output(at(1), []byte("x"))
		recorder.Flush()
	}
	if err := recorder.Close(); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("Close gives %v, want the disk's error", err)
	}
	if disk.writes != 2 {
		t.Errorf("%d writes, want the header's and the first that failed", disk.writes)
	}
}

func TestVersion2HasAbsoluteTimes(t *testing.T) {
	header, events := read(t, `{"version": 2, "width": 80, "height": 24, "timestamp": 1504467315, "env": {"TERM": "xterm-256color"}}
[0.248848, "o", "\u001b[1;31mHello"]
[1.001376, "o", "world"]
`)
	if header.Columns != 80 || header.Rows != 24 || header.Term != "xterm-256color" {
		t.Errorf("header %+v", header)
	}
	if len(events) != 2 || events[1].At != 1001376*time.Microsecond {
		t.Errorf("events %+v, want the second at 1.001376 s", events)
	}
}

func TestCommentsAndEmptyLinesAreSkipped(t *testing.T) {
	_, events := read(t,
		"# made by hand\n{\"version\":3,\"term\":{\"cols\":1,\"rows\":1}}\r\n\n# here\n[0.1, \"o\", \"a\"]\n")
	if output(events) != "a" {
		t.Errorf("events %+v", events)
	}
}

func TestDamagedLineIsOneErrorWithItsNumber(t *testing.T) {
	reader, err := asciicast.NewReader(
		strings.NewReader(
			"{\"version\":3,\"term\":{\"cols\":1,\"rows\":1}}\n[1, \"o\"\n[1, \"o\", \"a\"]\n[1, 2]\n[-9, \"o\", \"b\"]\n[1, \"o\", \"cut o"))
	if err != nil {
		t.Fatal(err)
	}
	var good string
	var bad []string
	for event, err := range reader.Events() {
		if err != nil {
			bad = append(bad, strings.SplitN(err.Error(), ":", 2)[0])
			continue
		}
		good += event.Data
	}
	want := []string{"line 2 of the recording", "line 4 of the recording", "line 5 of the recording",
		"line 6 of the recording"}
	if diff := cmp.Diff(want, bad); diff != "" || good != "a" {
		t.Errorf("good %q, bad:\n%s", good, diff)
	}
}

func TestWhatIsNoRecordingIsRefused(t *testing.T) {
	cases := []struct{ name, file, says string }{
		{"empty", "", "unexpected EOF"},
		{"not JSON", "hello\n", "not an asciicast header"},
		{"version 1", `{"version":1}`, "version 1 is not supported"},
		{"version 3 without a terminal", `{"version":3}`, "is not supported"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if _, err := asciicast.NewReader(strings.NewReader(c.file)); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want one that says %q", err, c.says)
			}
		})
	}
}

// endless is a line that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestEndlessLineIsRefusedAndNotKept(t *testing.T) {
	if _, err := asciicast.NewReader(endless{}); !errors.Is(err, asciicast.ErrLineTooLong) {
		t.Errorf("error %v, want ErrLineTooLong", err)
	}
}

func TestFailingSourceIsTheLastError(t *testing.T) {
	broken := errors.New("broken pipe")
	source := io.MultiReader(strings.NewReader("{\"version\":2}\n"), failing{broken})
	reader, err := asciicast.NewReader(source)
	if err != nil {
		t.Fatal(err)
	}
	var last error
	for _, err := range reader.Events() {
		last = err
	}
	if !errors.Is(last, broken) {
		t.Errorf("last error %v, want %v", last, broken)
	}
}

type failing struct{ err error }

func (e failing) Read([]byte) (int, error) { return 0, e.err }

func output(events []asciicast.Event) string {
	var text strings.Builder
	for _, event := range events {
		if event.Code == asciicast.Output {
			text.WriteString(event.Data)
		}
	}
	return text.String()
}
