package attached_test

import (
	"encoding/base64"
	"testing"

	"stead/internal/adapt/attached"
	"stead/timeline"
)

// A provider rejects the whole request because of an invalid picture, so stead does not pass the picture on.
func TestBadPicturesHaveAFault(t *testing.T) {
	for name, test := range map[string]struct{ mediaType, content, fault string }{
		"a picture":  {"image/png", "\x89PNG\r\n\x1a\n", ""},
		"a document": {"application/pdf", "%PDF-1.4", ""},
		"nothing":    {"image/png", "", "its content is empty"},
		"another type": {"image/jpeg", "\x89PNG\r\n\x1a\n",
			"its content is of the type image/png, and not image/jpeg as the session says"},
		"a text": {"image/png", "404 not found\n",
			"its content is text, and not image/png as the session says"},
		"a type that nobody knows": {"image/png", "\x01\x02\x03", ""},
		"a drawing":                {"image/svg+xml", "<svg/>", ""},
	} {
		a := timeline.Attachment{MediaType: test.mediaType, Data: timeline.NewText(
			base64.StdEncoding.EncodeToString([]byte(test.content)))}
		_, err := attached.Base64(&a)
		if got := errorOf(err); got != test.fault || attached.IsFault(err) != (test.fault != "") {
			t.Errorf("%s: %q, want %q", name, got, test.fault)
		}
	}
	linked := timeline.Attachment{MediaType: "image/png", Name: "https://example.org/a.png"}
	if _, err := attached.Base64(&linked); err == nil || attached.IsFault(err) {
		t.Errorf("a picture by its address: %v", err)
	}
}

func errorOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
