package serve

import (
	"bytes"
	"crypto/tls"
	"errors"
	"image"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"stead/cmd/stead/cli/setup"
	"stead/ui/api/guard"
)

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

func files(t *testing.T) guard.Certificate {
	folder := t.TempDir()
	return guard.Certificate{File: filepath.Join(folder, "cert.pem"), Key: filepath.Join(folder, "key.pem")}
}

func TestOwnCertificateStaysUntilItsAddressOrTimeIsOver(t *testing.T) {
	c, address := files(t), netip.MustParseAddr("192.168.1.20")
	first, err := ownCertificate(c, address, noon)
	if err != nil {
		t.Fatal(err)
	}
	if pair, err := tls.LoadX509KeyPair(c.File, c.Key); err != nil || pair.Leaf.VerifyHostname("192.168.1.20") != nil ||
		pair.Leaf.NotAfter.Sub(pair.Leaf.NotBefore) > valid {
		t.Errorf("the certificate is %+v, %v", pair.Leaf, err)
	}
	if info, err := os.Stat(c.Key); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key is %v, %v", info.Mode(), err)
	}
	for _, one := range []struct {
		address string
		at      time.Time
		isSame  bool
	}{
		{"192.168.1.20", noon.AddDate(0, 6, 0), true}, {"192.168.1.20", noon.AddDate(2, 0, 0), false},
		{"10.0.0.7", noon.AddDate(2, 0, 0), false},
	} {
		next, err := ownCertificate(c, netip.MustParseAddr(one.address), one.at)
		if err != nil || (next == first) != one.isSame {
			t.Errorf("%s at %s: %s, before %s, %v", one.address, one.at, next, first, err)
		}
		first = next
	}
}

// tailscale makes a process in whose PATH a script plays Tailscale, which needs an account.
func tailscale(t *testing.T, script string) *setup.Process {
	t.Helper()
	bin := t.TempDir()
	if script != "" {
		content := "#!/bin/sh\n" + script
		if err := os.WriteFile(filepath.Join(bin, "tailscale"), []byte(content), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	nothing, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nothing.Close() })
	return setup.NewProcess(nil, []string{"HOME=" + t.TempDir(), "PATH=" + bin}, t.TempDir(), nothing, nothing, nothing)
}

func TestTailnetGivesNameAddressAndCertificate(t *testing.T) {
	p := tailscale(t, `
case "$1" in
status) echo '{"BackendState":"Running","CertDomains":["desk.tail1.ts.net"],"Self":{"TailscaleIPs":["100.64.0.7","fd7a::7"]}}';;
cert) [ "$2$4$6" = "--cert-file--key-filedesk.tail1.ts.net" ] && echo cert >"$3" && echo key >"$5";;
esac`)
	c := files(t)
	at, err := inTailnet(t.Context(), p, c)
	if err != nil || at != (place{"desk.tail1.ts.net", "100.64.0.7"}) {
		t.Errorf("it is at %+v, %v", at, err)
	}
	if content, err := os.ReadFile(c.Key); err != nil || string(content) != "key\n" {
		t.Errorf("the key is %q, %v", content, err)
	}
}

func TestTailnetThatCannotHelpSaysWhy(t *testing.T) {
	for script, want := range map[string]string{
		`echo '{"BackendState":"Stopped"}'`:                                        "tailscale up",
		`echo '{"BackendState":"Running","Self":{"TailscaleIPs":["100.64.0.7"]}}'`: "turn on HTTPS",
		`echo "failed to connect to local tailscaled" >&2; exit 1`:                 "failed to connect",
		`echo word`: "tailscale status",
	} {
		_, err := inTailnet(t.Context(), tailscale(t, script), files(t))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", script, err, want)
		}
	}
	if _, err := inTailnet(t.Context(), tailscale(t, ""), files(t)); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("without Tailscale: %v", err)
	}
}

// TestQRCodeOnTheTerminalIsRead draws a code as a terminal shows it, and has another library read it.
func TestQRCodeOnTheTerminalIsRead(t *testing.T) {
	const address = "https://desk.tail1.ts.net:7750/#token=4f1c9a7e2b60d8354f1c9a7e2b60d8354f1c9a7e2b60d8354f1c9a7e2b60d835"
	for _, isColored := range []bool{true, false} {
		var drawn bytes.Buffer
		if err := drawQR(&drawn, address, isColored); err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer("\x1b[38;5;231;48;5;16m", "", "\x1b[0m", "").Replace(drawn.String())
		rows := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		width := len([]rune(rows[0]))
		if width > 80 || len(rows) > 24 {
			t.Errorf("it has %d columns and %d rows", width, len(rows))
		}
		const scale = 8
		picture := image.NewGray(image.Rect(0, 0, width*scale, 2*len(rows)*scale))
		for y, row := range rows {
			for x, c := range []rune(row) {
				for half, isLight := range []bool{c == '█' || c == '▀', c == '█' || c == '▄'} {
					if !isLight {
						continue
					}
					for at := range scale * scale {
						picture.Pix[picture.PixOffset(x*scale+at%scale, (2*y+half)*scale+at/scale)] = 255
					}
				}
			}
		}
		bitmap, err := gozxing.NewBinaryBitmapFromImage(picture)
		if err != nil {
			t.Fatal(err)
		}
		read, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
		if err != nil || read.GetText() != address {
			t.Errorf("it says %v, %v", read, err)
		}
	}
}
