package encoded_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"stead/internal/adapt/encoded"
)

func TestATextIsKnownWhereverItStands(t *testing.T) {
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding,
		base64.RawURLEncoding} {
		for before := range 9 {
			for after := range 4 {
				whole := strings.Repeat("\xfb", before) + "ab~?>cd" + strings.Repeat("\xff", after)
				coded := encoding.EncodeToString([]byte(whole))
				at, phase := -1, 0
				for _, form := range encoded.Forms("ab~?>cd") {
					if i := strings.Index(coded, form.Text); i >= 0 && i%4 == form.Phase%4 {
						at, phase = i, form.Phase
					}
				}
				if at < 0 {
					t.Errorf("%s does not show the text", coded)
					continue
				}
				if decoded, from := encoded.DecodedAround("x: "+coded+"; y", at+3, phase); decoded != whole || from != 3 {
					t.Errorf("%s: decoded %q from %d", coded, decoded, from)
				}
			}
		}
	}
}

func TestTheSpanHoldsAllBits(t *testing.T) {
	for from := range 7 {
		for to := from + 1; to < 9; to++ {
			first, last := encoded.Span(from, to)
			if first*6 > from*8 || (first+1)*6 <= from*8 || last*6 < to*8 || (last-1)*6 >= to*8 {
				t.Errorf("bytes %d to %d: characters %d to %d", from, to, first, last)
			}
		}
	}
}

func TestWhatIsNoBase64IsNotDecoded(t *testing.T) {
	for _, text := range []string{"a", "ab!", strings.Repeat("!", 9)} {
		if decoded, _ := encoded.DecodedAround(text, 0, 3); decoded != "" {
			t.Errorf("%s: %q", text, decoded)
		}
	}
}
