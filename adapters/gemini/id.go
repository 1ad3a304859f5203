package gemini

import (
	"errors"
	"io"

	"stead/internal/sys/lazy"
	"stead/internal/sys/regular"
)

// plainID matches ids that can be part of a file's name.
var plainID = lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$`)

// IsID reports whether text can be a session's id. The CLI accepts any text, but the id becomes part of file names.
func IsID(text string) bool { return plainID().MatchString(text) }

// sessionMember matches the first session id of a file. The id is in the header, which is the first line of a file, or
// the beginning of the one object of an older file.
var sessionMember = lazy.Regexp(`"sessionId"\s*:\s*"([^"\\]*)"`)

// SessionID returns the id of the session in a file, or the empty string if the file's first 4096 bytes name none.
func SessionID(path string) (string, error) {
	file, err := regular.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	head := make([]byte, 4096)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", err
	}
	if found := sessionMember().FindSubmatch(head[:n]); found != nil {
		return string(found[1]), nil
	}
	return "", nil
}
