package adapters_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"stead/adapters"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/timeline"
)

// An invalid picture reaches no CLI, and each report says so.
func TestNoCLIIsGivenABadPicture(t *testing.T) {
	picture := func(mediaType, content string) timeline.Attachment {
		return timeline.Attachment{MediaType: mediaType, Data: timeline.NewText(
			base64.StdEncoding.EncodeToString([]byte(content)))}
	}
	bad := []timeline.Attachment{picture("image/png", ""), picture("image/jpeg", "\x89PNG\r\n\x1a\nplum"),
		picture("image/png", "404 not found: plum\n")}
	for _, w := range adapters.Writers() {
		if w.Info().Portable {
			continue // it keeps all that there is
		}
		prompt := sample.User("look")
		prompt.Attachments = append([]timeline.Attachment{picture("image/png", "\x89PNG\r\n\x1a\nfig")}, bad...)
		content, report := writertest.Encode(t, w, sample.Conversation(prompt, sample.Assistant("done")),
			writertest.Options())
		count := 0
		for _, l := range report.Losses {
			if l.What == "bad picture" {
				count += l.Count
			}
		}
		if count != len(bad) {
			t.Errorf("%s names %d bad pictures: %v", w.Info().Name, count, report.Losses)
		}
		for _, a := range bad[1:] {
			if strings.Contains(string(content), a.Data.String()) {
				t.Errorf("%s is given a picture that %s is not", w.Info().Name, a.MediaType)
			}
		}
	}
}
