package timeline

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"unicode/utf8"
)

// KeepFile returns a JSON file as a member of [Extra]. It returns the value itself, or a string with the file's bytes
// in base64 if the content cannot be embedded in other JSON. Invalid UTF-8 is an example, which Go's own validity check
// does not detect.
func KeepFile(content []byte) json.RawMessage {
	if json.Valid(content) && utf8.Valid(content) && !HasHalf(content) && !isString(content) {
		return content
	}
	return AppendString(nil, base64.StdEncoding.EncodeToString(content))
}

// KeptFile reverses [KeepFile]. It returns nil for a missing member, and for a string that KeepFile did not make.
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
