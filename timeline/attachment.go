package timeline

import (
	"encoding/base64"
	"fmt"
	"os"
)

// Base64 returns the attachment's content in base64, read from its file where it lies in one. It is empty for one that is only named.
func (a *Attachment) Base64() (Text, error) {
	if !a.Data.IsEmpty() || a.Path == "" {
		return a.Data, nil
	}
	content, err := os.ReadFile(a.Path)
	if err != nil {
		return Text{}, fmt.Errorf("read attachment: %w", err)
	}
	quoted := append(make([]byte, 0, base64.StdEncoding.EncodedLen(len(content))+2), '"')
	return RawText(append(base64.StdEncoding.AppendEncode(quoted, content), '"')), nil
}
