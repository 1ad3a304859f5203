package timeline

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"unicode/utf8"
)

// KeepFile returns a file of JSON as a member of [Extra]: the value itself, or a string with the file's bytes in base64
// where it holds what cannot stand in other JSON, such as invalid UTF-8, which no check of Go's own looks for.
func KeepFile(content []byte) json.RawMessage {
	if json.Valid(content) && utf8.Valid(content) && !HasHalf(content) && !isString(content) {
		return content
	}
	return AppendString(nil, base64.StdEncoding.EncodeToString(content))
}

// KeptFile is the reverse of [KeepFile]. It is nil for no member, and for one that KeepFile does not make.
func KeptFile(member json.RawMessage) []byte {
	if !isString(member) {
		return member
	}
	content, err := base64.StdEncoding.DecodeString(RawText(bytes.TrimSpace(member)).String())
	if err != nil {
		return nil
	}
	return content
}

func isString(value []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(value), []byte{'"'}) }
