package sample

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"path/filepath"
	"slices"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/adapt/attached"
	"stead/internal/testkit/fixtures"
	universalreader "stead/readers/universal"
	"stead/timeline"
	"stead/writers"
)

// secret is the content of files that belong to the user and are not part of any session.
const secret = "the key that opens everything, and nobody's business"

// trap is a folder with a stranger's universal session in it, and the user's files around it.
type trap struct{ home, folder string }

func lay(t testing.TB) trap {
	t.Helper()
	home := t.TempDir()
	for _, path := range []string{"key", "download/key", "download/.netrc", "download/.ssh/key"} {
		fixtures.Put(t, filepath.Join(home, path), []byte(secret))
	}
	return trap{home: home, folder: filepath.Join(home, "download")}
}

// paths returns what a stranger's session may name as its attachments. No file may be opened because a session names
// it, not even one next to it.
func (p trap) paths() []string {
	return []string{
		filepath.Join(p.home, "key"), filepath.Join(p.folder, "key"), "key", "./key", "../key", "./../download/../key",
		".netrc", ".ssh/key", ".",
		"file:///etc/passwd", "~/key", "/dev/zero", "/dev/stdin", "/proc/self/environ", "missing", "key\x00.png",
	}
}

// session returns the trap's session, with a picture at a path in a prompt and in a result.
func (p trap) session(t testing.TB, path string) timeline.Stream {
	t.Helper()
	a := []timeline.Attachment{{MediaType: "image/png", Path: path}}
	s := Conversation(
		&timeline.Entry{Type: timeline.User, Content: timeline.NewText("Look."), Attachments: a}, Command("c"),
		&timeline.Entry{Type: timeline.ToolResult, CallID: "c", Success: true, Output: timeline.NewText("seen"),
			Attachments: a}, Assistant("Done."),
	)
	var file bytes.Buffer
	if _, err := timeline.WriteDocument(&file, s); err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(p.folder, "session-"+hex.EncodeToString([]byte(path))+".json")
	fixtures.Put(t, at, file.Bytes())
	s, err := universalreader.Reader{}.Open(context.Background(), adapter.Location{Path: at})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Stranger is a session that names one of the user's files as its pictures.
type Stranger struct {
	// Path is the named path.
	Path string
	timeline.Stream
}

// Strangers returns sessions of strangers, one for each way to name a file that is not theirs.
func Strangers(t testing.TB) []Stranger {
	t.Helper()
	p := lay(t)
	var all []Stranger
	for _, path := range p.paths() {
		all = append(all, Stranger{Path: path, Stream: p.session(t, path)})
	}
	return all
}

// Leaks reports whether written contains the content of a file that a [Stranger] names.
func Leaks(written []byte) bool {
	return slices.ContainsFunc([]string{
		secret, base64.StdEncoding.EncodeToString([]byte(secret)), base64.RawStdEncoding.EncodeToString([]byte(secret)),
	}, func(form string) bool { return bytes.Contains(written, []byte(form)) })
}

// SaysOutside reports whether the losses mention an attachment that was not taken because it is not one of the
// session's own files.
func SaysOutside(losses writers.Losses) bool {
	return slices.ContainsFunc(losses, func(l writers.Loss) bool { return l.Why == attached.ErrOutside.Error() })
}
