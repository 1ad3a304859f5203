package serve

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rsc.io/qr"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/atomicfile"
	"stead/ui/api/guard"
)

// phonePort is the port for phones if the user names no address.
const phonePort = "7750"

// ErrNoNetwork says that no phone can reach this machine.
var ErrNoNetwork = errors.New("this machine has no address in a local network, and no tailnet: a phone cannot reach it")

// forPhone chooses the address and the certificate for a phone: those of the user; else those of the machine's tailnet,
// which phones trust; else the address in the local network with a certificate of stead's own, about which a phone
// warns once. It returns what the user must know of it.
func (o *options) forPhone(ctx context.Context, p *setup.Process, s *setup.Setup, isGiven bool) (notes []string,
	err error) {
	o.noOpen = true // the address is not for the browser of this machine
	if o.certificate != (guard.Certificate{}) {
		if !isGiven {
			o.address = net.JoinHostPort("0.0.0.0", phonePort)
		}
		return nil, nil
	}
	if isGiven {
		return nil, failure.Usagef("--phone chooses the address and the certificate: omit --listen, or give --tls-cert, too")
	}
	folder := filepath.Join(s.Config.Folders.State, "phone")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	o.certificate = guard.Certificate{File: filepath.Join(folder, "cert.pem"), Key: filepath.Join(folder, "key.pem")}
	tailnet, err := inTailnet(ctx, p, o.certificate)
	if err == nil {
		o.address = net.JoinHostPort(tailnet.address, phonePort)
		return []string{"the phone must be in your tailnet; it trusts the certificate of " + tailnet.name}, nil
	}
	if !errors.Is(err, exec.ErrNotFound) {
		notes = append(notes, fmt.Sprintf("not in your tailnet: %v", err))
	}
	address, err := localAddress()
	if err != nil {
		return nil, err
	}
	fingerprint, err := ownCertificate(o.certificate, address, s.Host.Now())
	if err != nil {
		return nil, fmt.Errorf("make a certificate for %s: %w", address, err)
	}
	o.address = net.JoinHostPort(address.String(), phonePort)
	return append(notes,
		"the phone must be in the same network, and warns once, because stead has made the certificate itself",
		"the certificate's SHA-256 fingerprint is "+fingerprint), nil
}

// place is a machine's place in a tailnet.
type place struct{ name, address string }

// tailnetPatience is how long Tailscale may take to answer. It asks a certificate authority for a new certificate.
const tailnetPatience = time.Minute

// inTailnet returns the machine's place in its tailnet, after Tailscale has written its certificate. The error is
// exec.ErrNotFound if Tailscale is not installed, or says why it has no certificate.
func inTailnet(ctx context.Context, p *setup.Process, c guard.Certificate) (at place, err error) {
	program, err := p.LookPath("tailscale")
	if err != nil {
		return at, err
	}
	ctx, cancel := context.WithTimeout(ctx, tailnetPatience)
	defer cancel()
	run := func(args ...string) ([]byte, error) {
		command := exec.CommandContext(ctx, program, args...)
		command.Env = p.Environ
		out, err := command.Output()
		if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
			err = fmt.Errorf("tailscale %s: %s", args[0], strings.TrimSpace(string(failed.Stderr)))
		}
		return out, err
	}
	out, err := run("status", "--json")
	if err != nil {
		return at, err
	}
	var status struct {
		BackendState string
		CertDomains  []string
		Self         struct{ TailscaleIPs []string }
	}
	switch err := json.Unmarshal(out, &status); {
	case err != nil:
		return at, fmt.Errorf("tailscale status: %w", err)
	case status.BackendState != "Running" || len(status.Self.TailscaleIPs) == 0:
		return at, errors.New("tailscale is not connected: tailscale up")
	case len(status.CertDomains) == 0:
		return at, errors.New("the tailnet gives no certificates: turn on HTTPS in its DNS settings")
	}
	at = place{name: status.CertDomains[0], address: status.Self.TailscaleIPs[0]}
	_, err = run("cert", "--cert-file", c.File, "--key-file", c.Key, at.name)
	return at, err
}

// localAddress returns this machine's address in the local network.
func localAddress() (netip.Addr, error) {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return netip.Addr{}, err
	}
	for _, one := range all {
		prefix, err := netip.ParsePrefix(one.String())
		if a := prefix.Addr(); err == nil && a.Is4() && a.IsPrivate() {
			return a, nil
		}
	}
	return netip.Addr{}, ErrNoNetwork
}

// valid is how long a certificate of stead's own is valid. Phones accept no longer time.
const valid = 397 * 24 * time.Hour

// ownCertificate makes a certificate for an address, unless there is one for it that stays valid for a day. It returns
// the fingerprint in the form that phones show.
func ownCertificate(c guard.Certificate, address netip.Addr, now time.Time) (fingerprint string, err error) {
	if old, err := tls.LoadX509KeyPair(c.File, c.Key); err == nil {
		isFor := slices.ContainsFunc(old.Leaf.IPAddresses, func(ip net.IP) bool { return ip.Equal(address.AsSlice()) })
		if isFor && now.Add(24*time.Hour).Before(old.Leaf.NotAfter) {
			return fingerprintOf(old.Certificate[0]), nil
		}
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return "", err
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "stead"}, IPAddresses: []net.IP{address.AsSlice()},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(valid - time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return "", err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return "", err
	}
	return fingerprintOf(der), errors.Join(
		atomicfile.Replace(c.Key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})),
		atomicfile.Replace(c.File, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
}

func fingerprintOf(der []byte) string {
	sum := sha256.Sum256(der)
	parts := make([]string, len(sum))
	for i, b := range sum {
		parts[i] = fmt.Sprintf("%02X", b)
	}
	return strings.Join(parts, ":")
}

// quiet is the light border that a scanner needs, in modules. The standard wants four; phones are content with two,
// and a terminal has few rows.
const quiet = 2

// drawQR draws an address as a QR code: two rows of modules in a line. Colours make it dark on light in any terminal;
// without them it is right on a dark one.
func drawQR(w io.Writer, address string, isColored bool) error {
	code, err := qr.Encode(address, qr.L)
	if err != nil {
		return err
	}
	isLight := func(x, y int) bool { return !code.Black(x, y) } // outside of the code, nothing is black
	var b strings.Builder
	for y := -quiet; y < code.Size+quiet; y += 2 {
		if isColored {
			b.WriteString("\x1b[38;5;231;48;5;16m")
		}
		for x := -quiet; x < code.Size+quiet; x++ {
			upper, lower := isLight(x, y), isLight(x, y+1) && y+1 < code.Size+quiet
			b.WriteString(map[[2]bool]string{{true, true}: "█", {true, false}: "▀", {false, true}: "▄",
				{false, false}: " "}[[2]bool{upper, lower}])
		}
		if isColored {
			b.WriteString("\x1b[0m")
		}
		b.WriteByte('\n')
	}
	_, err = io.WriteString(w, b.String())
	return err
}
