package capture_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stead/capture"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// lines is a tail that gives an entry for each line of a file.
type lines struct {
	tail    *jsonl.Tail
	folders []string
	fault   error
}

func follow(path string) *lines {
	return &lines{tail: jsonl.NewTail(path, 0, 0), folders: []string{filepath.Dir(path)}}
}

func (l *lines) Watch() []string { return l.folders }

func (l *lines) Next(context.Context) (readers.Progress, error) {
	found, err := l.tail.Next()
	var p readers.Progress
	for _, line := range found {
		p.Entries = append(p.Entries, &timeline.Entry{ID: string(line.Bytes)})
	}
	return p, errors.Join(err, l.fault)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

// start follows a file in the background. What is seen comes through the channel; end ends the following.
func start(t *testing.T, tail readers.Tail, poll time.Duration) (seen chan string, end func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	seen, ended := make(chan string, 100), make(chan error, 1)
	go func() {
		ended <- capture.Follow(ctx, tail, poll, func(p readers.Progress) error {
			for _, e := range p.Entries {
				seen <- e.ID
			}
			return nil
		})
	}()
	return seen, func() error {
		cancel()
		return <-ended
	}
}

func expect(t *testing.T, seen chan string, want ...string) {
	t.Helper()
	for _, w := range want {
		select {
		case got := <-seen:
			if got != w {
				t.Errorf("saw %q, want %q", got, w)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%q was not seen", w)
		}
	}
}

func TestAppendedRecordsAreSeenByTheirNotice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session")
	seen, end := start(t, follow(path), time.Hour) // no poll will come
	write(t, path, "one\ntw")
	expect(t, seen, "one")
	write(t, path, "o\nthree\n")
	expect(t, seen, "two", "three")
	if err := end(); err != nil {
		t.Error(err)
	}
}

func TestFolderThatGivesNoNoticeIsPolled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session")
	tail := follow(path)
	tail.folders = []string{filepath.Join(filepath.Dir(path), "missing")}
	seen, end := start(t, tail, time.Millisecond)
	write(t, path, "one\n")
	expect(t, seen, "one")
	if err := end(); err != nil {
		t.Error(err)
	}
}

func TestWhatCameLastIsSeenAfterTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session")
	tail := follow(path)
	tail.folders = nil
	seen, end := start(t, tail, time.Hour) // neither a notice nor a poll will come
	write(t, path, "last\n")
	if err := end(); err != nil {
		t.Error(err)
	}
	expect(t, seen, "last")
}

func TestFaultOfTheTailEndsTheFollowing(t *testing.T) {
	tail := follow(filepath.Join(t.TempDir(), "session"))
	tail.fault = errors.New("the store is gone")
	err := capture.Follow(t.Context(), tail, time.Hour, func(readers.Progress) error { return nil })
	if !errors.Is(err, tail.fault) {
		t.Errorf("error is %v", err)
	}
}
