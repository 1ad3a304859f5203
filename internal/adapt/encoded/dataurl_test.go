package encoded_test

import (
	"testing"

	"stead/internal/adapt/encoded"
	"stead/timeline"
)

func TestWhatIsPutInComesOut(t *testing.T) {
	url := encoded.DataURL("image/png", timeline.NewText("aGVsbG8="))
	if got := url.String(); got != "data:image/png;base64,aGVsbG8=" {
		t.Error(got)
	}
	a, ok := encoded.ParseDataURL(url)
	if !ok || a.MediaType != "image/png" || a.Data.String() != "aGVsbG8=" || a.Bytes != 5 {
		t.Errorf("%+v, %v", a, ok)
	}
}

func TestEscapedSlashesAreRead(t *testing.T) {
	a, ok := encoded.ParseDataURL(timeline.RawText([]byte(`"data:image\/png;base64,aGVs\/G8="`)))
	if !ok || a.MediaType != "image/png" || a.Data.String() != "aGVs/G8=" {
		t.Errorf("%+v, %v", a, ok)
	}
}

func TestOtherAddressesAreRefused(t *testing.T) {
	for _, url := range []string{"", "https://example.org/a.png", "data:text/plain,hello", "data:image/png;base64",
		"blobref:image/png;00"} {
		if a, ok := encoded.ParseDataURL(timeline.NewText(url)); ok {
			t.Errorf("%q: %+v", url, a)
		}
	}
}
