package attached

import (
	"bytes"
	"encoding/base64"
	"errors"
	"unicode"
	"unicode/utf8"

	"stead/timeline"
)

// FaultError says why the content of an image or a document is not passed on. A provider would reject the whole request
// because of it, and from then on every request of the session.
type FaultError struct{ reason string }

func (e *FaultError) Error() string { return e.reason }

// errNothing is the fault of an image for which the session has neither a content nor an address.
var errNothing = &FaultError{"its content is empty"}

// signatures maps the media types that providers check to the bytes with which their files begin.
var signatures = map[string][]byte{
	"image/png": []byte("\x89PNG"), "image/jpeg": {0xff, 0xd8, 0xff}, "image/gif": []byte("GIF8"),
	"image/webp": []byte("RIFF"), "application/pdf": []byte("%PDF-"),
}

// looked is how much of a content is inspected, in bytes of base64.
const looked = 256

// fault returns what is wrong with a content, or nil. It returns nil for a content of a type that it does not
// recognize: the provider decides on that.
func fault(mediaType string, content timeline.Text) error {
	if _, isKnown := signatures[mediaType]; !isKnown {
		return nil
	}
	inner := content.Inner()
	head := inner[:min(len(inner), looked)]
	decoded := make([]byte, base64.StdEncoding.DecodedLen(len(head)))
	n, err := base64.StdEncoding.Decode(decoded, head[:len(head)/4*4])
	decoded = decoded[:n]
	if err != nil || n == 0 || bytes.HasPrefix(decoded, signatures[mediaType]) {
		return nil
	}
	for other, signature := range signatures {
		if bytes.HasPrefix(decoded, signature) {
			return &FaultError{"its content is of the type " + other + ", and not " + mediaType + " as the session says"}
		}
	}
	if isText(decoded) {
		return &FaultError{"its content is text, and not " + mediaType + " as the session says"}
	}
	return nil
}

// isText reports whether the beginning of a content looks like text. Its last character may be incomplete.
func isText(content []byte) bool {
	for len(content) > 0 {
		r, size := utf8.DecodeRune(content)
		if r == utf8.RuneError && size == 1 {
			return len(content) < utf8.UTFMax
		}
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return false
		}
		content = content[size:]
	}
	return true
}

// IsFault reports whether an error says what is wrong with a content, rather than why it is not available.
func IsFault(err error) bool {
	var fault *FaultError
	return errors.As(err, &fault)
}
