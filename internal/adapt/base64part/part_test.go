package base64part_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"stead/internal/adapt/base64part"
)

func TestATextIsKnownWhereverItStands(t *testing.T) {
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding,
		base64.RawURLEncoding} {
		for before := range 9 {
			for after := range 4 {
				whole := strings.Repeat("\xfb", before) + "ab~?>cd" + strings.Repeat("\xff", after)
				encoded := encoding.EncodeToString([]byte(whole))
				at, phase := -1, 0
				for _, form := range base64part.Forms("ab~?>cd") {
					if i := strings.Index(encoded, form.Text); i >= 0 && i%4 == form.Phase%4 {
						at, phase = i, form.Phase
					}
				}
				if at < 0 {
					t.Errorf("%s does not show the text", encoded)
					continue
				}
				if decoded, from := base64part.Around("x: "+encoded+"; y", at+3, phase); decoded != whole || from != 3 {
					t.Errorf("%s: decoded %q from %d", encoded, decoded, from)
				}
			}
		}
	}
}

func TestTheSpanHoldsAllBits(t *testing.T) {
	for from := range 7 {
		for to := from + 1; to < 9; to++ {
			first, last := base64part.Span(from, to)
			if first*6 > from*8 || (first+1)*6 <= from*8 || last*6 < to*8 || (last-1)*6 >= to*8 {
				t.Errorf("bytes %d to %d: characters %d to %d", from, to, first, last)
			}
		}
	}
}

func TestWhatIsNoBase64IsNotDecoded(t *testing.T) {
	for _, text := range []string{"a", "ab!", strings.Repeat("!", 9)} {
		if decoded, _ := base64part.Around(text, 0, 3); decoded != "" {
			t.Errorf("%s: %q", text, decoded)
		}
	}
}
