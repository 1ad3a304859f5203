package sample

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/attached"
	"stead/internal/fixtures"
	universalreader "stead/readers/universal"
	"stead/timeline"
	"stead/writers"
)

// secret stands in a file that is the user's and no part of any session.
const secret = "the key that opens everything, and nobody's business"

// trap is a folder with a universal session of a stranger in it, and the user's files around it.
type trap struct{ home, folder string }

func lay(t testing.TB) trap {
	t.Helper()
	home := t.TempDir()
	p := trap{home: home, folder: filepath.Join(home, "download")}
	for _, path := range []string{"key", "download/.netrc", "download/.ssh/key"} {
		fixtures.Put(t, filepath.Join(home, path), []byte(secret))
	}
	link := func(target, name string) {
		if err := os.Symlink(target, filepath.Join(p.folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	link(filepath.Join(home, "key"), "absolute-link")
	link("../key", "relative-link")
	link("..", "folder-link")
	link("/dev/zero", "zero-link")
	link("ring", "ring")
	if err := syscall.Mkfifo(filepath.Join(p.folder, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	large, err := os.Create(filepath.Join(p.folder, "large"))
	if err != nil {
		t.Fatal(err)
	}
	defer large.Close()
	if err := large.Truncate(attached.Largest + 1); err != nil {
		t.Fatal(err)
	}
	return p
}

// paths are what a stranger's session may name as its attachments, with the reason why each is refused.
func (p trap) paths() map[string]error {
	return map[string]error{
		filepath.Join(p.home, "key"): attached.ErrOutside, "../key": attached.ErrOutside, "./../download/../key": attached.ErrOutside,
		"absolute-link": attached.ErrOutside, "relative-link": attached.ErrOutside, "folder-link/key": attached.ErrOutside,
		".netrc": attached.ErrOutside, ".ssh/key": attached.ErrOutside, "file:///etc/passwd": attached.ErrGone, "~/key": attached.ErrGone,
		"/dev/zero": attached.ErrOutside, "/dev/stdin": attached.ErrOutside, "/proc/self/environ": attached.ErrOutside, "zero-link": attached.ErrOutside,
		"pipe": attached.ErrKind, ".": attached.ErrOutside, "ring": attached.ErrOutside, "large": attached.ErrLarge, "missing": attached.ErrGone,
		"key\x00.png": attached.ErrOutside,
	}
}

// session returns the trap's session, with a picture at a path in a prompt and in a result.
func (p trap) session(t testing.TB, path string) timeline.Stream {
	t.Helper()
	a := []timeline.Attachment{{MediaType: "image/png", Path: path}}
	s := Conversation(
		&timeline.Entry{Type: timeline.User, Content: timeline.NewText("Look."), Attachments: a}, Command("c"),
		&timeline.Entry{Type: timeline.ToolResult, CallID: "c", Success: true, Output: timeline.NewText("seen"), Attachments: a}, Assistant("Done."),
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

// Stranger is a session that names a file of the user's as its pictures.
type Stranger struct {
	// Path is what it names, Why the reason for which that is refused.
	Path string
	Why  error
	timeline.Stream
}

// Strangers returns sessions of strangers, one for each way to name a file that is none of theirs.
func Strangers(t testing.TB) []Stranger {
	t.Helper()
	p := lay(t)
	var all []Stranger
	for path, why := range p.paths() {
		all = append(all, Stranger{Path: path, Why: why, Stream: p.session(t, path)})
	}
	return all
}

// Kin returns a session that names a picture beside its file, which is its own, and the picture in base64.
func Kin(t testing.TB) (s timeline.Stream, base64Of string) {
	t.Helper()
	p, beside := lay(t), Picture()
	content, _ := base64.StdEncoding.DecodeString(beside.Data.String())
	fixtures.Put(t, filepath.Join(p.folder, "pictures", "red.png"), content)
	return p.session(t, "pictures/red.png"), beside.Data.String()
}

// Leaks reports whether what was written holds the content of a file that a [Stranger] names.
func Leaks(written []byte) bool {
	return slices.ContainsFunc([]string{
		secret, base64.StdEncoding.EncodeToString([]byte(secret)), base64.RawStdEncoding.EncodeToString([]byte(secret)),
	}, func(form string) bool { return bytes.Contains(written, []byte(form)) })
}

// Says reports whether the losses tell of an attachment that was not taken for this reason.
func Says(losses writers.Losses, why error) bool {
	return slices.ContainsFunc(losses, func(l writers.Loss) bool { return l.Why == why.Error() })
}
