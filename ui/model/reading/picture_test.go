package reading

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/timeline"
)

func TestPicturesAreBoundedAndOfTheSessionsOwnFiles(t *testing.T) {
	png := "\x89PNG\r\n\x1a\n"
	root := t.TempDir()
	for name, content := range map[string]string{"a.png": png + "x",
		"large.png": png + strings.Repeat("x", largestPicture), "notes.txt": "secret"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	inline := func(content string) timeline.Attachment {
		return timeline.Attachment{Data: timeline.NewText(base64.StdEncoding.EncodeToString([]byte(content)))}
	}
	file := func(name string) timeline.Attachment {
		return timeline.Attachment{Root: root, Path: filepath.Join(root, name)}
	}
	for name, c := range map[string]struct {
		a    timeline.Attachment
		want string
	}{
		"inline": {inline(png), "image/png"}, "large": {inline(png + strings.Repeat("x", largestPicture)), ""},
		"largest": {inline(png + strings.Repeat("x", largestPicture-8)), "image/png"},
		"file":    {file("a.png"), "image/png"}, "large file": {file("large.png"), ""}, "text": {file("notes.txt"), ""},
		"gone":    {file("b.png"), ""},
		"outside": {file("../x.png"), ""}, "no root": {timeline.Attachment{Path: filepath.Join(root, "a.png")}, ""},
	} {
		if got, err := PictureOf(&c.a); got.MediaType != c.want {
			t.Errorf("%s is %q, want %q: %v", name, got.MediaType, c.want, err)
		}
	}
}
