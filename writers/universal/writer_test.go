package universal_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/adapt/attached"
	"stead/internal/testkit"
	"stead/internal/testkit/sample"
	reader "stead/readers/universal"
	"stead/timeline"
	"stead/writers"
	"stead/writers/universal"
)

func write(t *testing.T, w universal.Writer, folder string, s timeline.Stream, o writers.Options) writers.Receipt {
	t.Helper()
	plan, err := w.Plan(adapter.Store{Root: folder}, s, o)
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := w.Write(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	return receipt
}

func read(t *testing.T, r reader.Reader, path string) (timeline.Stream, []*timeline.Entry) {
	t.Helper()
	s, err := r.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	var entries []*timeline.Entry
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e.Clone())
	}
	return s, entries
}

func TestWritesBothEncodings(t *testing.T) {
	for _, lines := range []bool{false, true} {
		sample := sample.Session()
		receipt := write(t, universal.Writer{Lines: lines}, t.TempDir(), sample, writers.Options{})
		s, entries := read(t, reader.Reader{}, receipt.Path)
		if s.Header.ID != sample.Header.ID || receipt.ID != sample.Header.ID {
			t.Errorf("the id became %s", s.Header.ID)
		}
		if receipt.Entries != len(entries) || receipt.Lines != len(entries) || len(receipt.Losses) > 0 {
			t.Errorf("%d entries, receipt %+v", len(entries), receipt)
		}
		if info, err := os.Stat(receipt.Path); err != nil || info.Size() != receipt.Size ||
			info.Mode().Perm() != 0o600 && testkit.HasModes {
			t.Errorf("the file: %v, error %v", info, err)
		}
	}
}

func TestOptionsChangeTheHeaderOnly(t *testing.T) {
	receipt := write(t, universal.Writer{}, t.TempDir(), sample.Session(),
		writers.Options{ID: "new", Dir: "/elsewhere", Model: "another"})
	s, _ := read(t, reader.Reader{}, receipt.Path)
	got := []string{s.Header.ID, s.Header.Project.Path, s.Header.Model.Model, filepath.Base(receipt.Path)}
	if diff := cmp.Diff([]string{"new", "/elsewhere", "another", "new.json"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestExistingFileIsRefused(t *testing.T) {
	folder := t.TempDir()
	first := write(t, universal.Writer{}, folder, sample.Session(), writers.Options{})
	plan, err := universal.Writer{}.Plan(adapter.Store{Root: folder},
		timeline.Stream{Header: timeline.Header{ID: first.ID}}, writers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (universal.Writer{}).Write(t.Context(), plan); !errors.Is(err, adapter.ErrExists) {
		t.Errorf("error %v", err)
	}
	if _, entries := read(t, reader.Reader{}, first.Path); len(entries) == 0 {
		t.Error("the first session is gone")
	}
}

func TestIDThatIsNoFileNameIsRefused(t *testing.T) {
	for _, id := range []string{"", "../up", "/etc/x"} {
		s := timeline.Stream{Header: timeline.Header{ID: id}}
		if _, err := (universal.Writer{}).Plan(adapter.Store{Root: t.TempDir()}, s, writers.Options{}); err == nil {
			t.Errorf("id %q was accepted", id)
		}
	}
}

func TestFailingSourceLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	broken := errors.New("broken")
	s := sample.Session()
	s.Children = []timeline.Stream{{Entries: func(yield func(*timeline.Entry, error) bool) { yield(nil, broken) }}}
	plan, err := universal.Writer{}.Plan(adapter.Store{Root: filepath.Join(folder, "new")}, s, writers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (universal.Writer{}).Write(t.Context(), plan); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

func TestCancelledContextEndsTheWriting(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	plan, _ := universal.Writer{}.Plan(adapter.Store{}, sample.Session(), writers.Options{})
	if _, err := (universal.Writer{}).Encode(ctx, io.Discard, plan); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// picture returns a session with one attachment.
func picture(a timeline.Attachment) timeline.Stream {
	return timeline.Stream{
		Header:  timeline.Header{ID: "pictures", Version: timeline.Version},
		Entries: timeline.Of(&timeline.Entry{ID: "e", Type: timeline.User, Attachments: []timeline.Attachment{a}}),
	}
}

func TestAttachmentsGoIntoTheBlobStoreAndComeBack(t *testing.T) {
	data := t.TempDir()
	content := strings.Repeat("picture", 1000)
	inline := timeline.Attachment{MediaType: "image/png", Name: "p.png",
		Data: timeline.NewText(base64.StdEncoding.EncodeToString([]byte(content)))}

	stored := write(t, universal.Writer{Data: data}, t.TempDir(), picture(inline), writers.Options{})
	file, _ := os.ReadFile(stored.Path)
	if len(file) > len(content) || !bytes.Contains(file, []byte(`"sha256":"`)) {
		t.Errorf("the bytes are in the file: %s", file)
	}
	s, entries := read(t, reader.Reader{Data: data}, stored.Path)
	a := entries[0].Attachments[0]
	if got, err := attached.Content(&a); err != nil || string(got) != content || a.Bytes != int64(len(content)) {
		t.Errorf("attachment %+v, error %v", a, err)
	}

	whole := write(t, universal.Writer{}, t.TempDir(), s, writers.Options{})
	_, entries = read(t, reader.Reader{}, whole.Path)
	if a := entries[0].Attachments[0]; !a.Data.Equal(inline.Data) || a.Path != "" {
		t.Errorf("written inline: %+v", a)
	}
}

func TestBlobsAreFoundWhereverTheDataFolderIs(t *testing.T) {
	data := t.TempDir()
	b, err := attached.OpenBlobs(data).Put(strings.NewReader("picture"))
	if err != nil {
		t.Fatal(err)
	}
	moved := picture(timeline.Attachment{MediaType: "image/png", SHA256: b.SHA256, Path: "/nowhere/" + b.SHA256})
	receipt := write(t, universal.Writer{Data: data}, t.TempDir(), moved, writers.Options{})
	_, entries := read(t, reader.Reader{Data: data}, receipt.Path)
	if got := entries[0].Attachments[0].Path; got != b.Path {
		t.Errorf("found at %q, want %q", got, b.Path)
	}
}

func TestAttachmentThatIsNoBase64IsKept(t *testing.T) {
	odd := timeline.Attachment{MediaType: "image/png", Data: timeline.NewText("not base64!")}
	receipt := write(t, universal.Writer{Data: t.TempDir()}, t.TempDir(), picture(odd), writers.Options{})
	_, entries := read(t, reader.Reader{}, receipt.Path)
	if !entries[0].Attachments[0].Data.Equal(odd.Data) {
		t.Errorf("got %+v", entries[0].Attachments[0])
	}
}
