// Package attached reads the contents of attachments from the files that hold them. It reads only files that the
// session's reader has approved (see [timeline.Attachment]), because a session from a stranger may name any file of the
// machine. It also keeps contents in a folder of stead's own ([Blobs]).
package attached

import (
	"encoding/base64"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"stead/internal/sys/regular"
	"stead/timeline"
)

// Largest is the maximum size, in bytes, of a file that is read.
const Largest = 64 << 20

// The reasons why a file is not read. They are the texts that losses show.
var (
	ErrOutside = errors.New(
		"its path leads out of the session: only files of the session itself and those in stead's store of attachments are read")
	ErrKind    = errors.New("its path does not name a regular file")
	ErrLarge   = errors.New("its file is larger than 64 MB")
	ErrGone    = errors.New("its file does not exist or cannot be read")
	ErrUnnamed = errors.New("its content is not part of the session")
)

// Base64 returns the content of an attachment in base64. It returns the errors of this package, including a
// [FaultError].
func Base64(a *timeline.Attachment) (timeline.Text, error) {
	if !a.Data.IsEmpty() {
		return a.Data, fault(a.MediaType, a.Data)
	}
	if a.Path == "" && a.SHA256 == "" && !strings.Contains(a.Name, ":") && signatures[a.MediaType] != nil {
		return timeline.Text{}, errNothing
	}
	content, err := linked(a)
	if err != nil {
		return timeline.Text{}, err
	}
	quoted := append(make([]byte, 0, base64.StdEncoding.EncodedLen(len(content))+2), '"')
	return timeline.RawText(append(base64.StdEncoding.AppendEncode(quoted, content), '"')), nil
}

// Content returns the content of an attachment. It returns the errors of this package and those of the base64 decoder.
func Content(a *timeline.Attachment) ([]byte, error) {
	if !a.Data.IsEmpty() {
		return base64.StdEncoding.DecodeString(a.Data.String())
	}
	return linked(a)
}

// Check returns the reason why the content of an attachment is not available, or nil.
func Check(a *timeline.Attachment) error {
	if !a.Data.IsEmpty() {
		return nil
	}
	file, err := open(a)
	if err == nil {
		err = file.Close()
	}
	return err
}

func linked(a *timeline.Attachment) ([]byte, error) {
	file, err := open(a)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := regular.ReadAll(file, Largest)
	if err != nil {
		return nil, ErrGone
	}
	return content, nil
}

// open opens the file that an attachment names if the file belongs to the session and is not too large.
func open(a *timeline.Attachment) (*os.File, error) {
	if a.Path == "" {
		return nil, ErrUnnamed
	}
	inside, err := filepath.Rel(a.Root, a.Path)
	if a.Root == "" || err != nil || !filepath.IsLocal(inside) {
		return nil, ErrOutside
	}
	file, err := regular.OpenIn(a.Root, inside)
	switch {
	case err == nil:
		return fitting(file)
	case errors.Is(err, regular.ErrKind):
		return nil, ErrKind
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return nil, ErrGone
	}
	return nil, ErrOutside // os.Root has no distinct error for a link that leads out of it
}

// fitting returns the file if it is not too large, and closes it otherwise.
func fitting(file *os.File) (*os.File, error) {
	info, err := file.Stat()
	switch {
	case err != nil:
		err = ErrGone
	case info.Size() > Largest:
		err = ErrLarge
	default:
		return file, nil
	}
	file.Close()
	return nil, err
}
