// SPDX-License-Identifier: MIT
// Sources: RFC 791, 768, 9293, 8200, 792, 4443, 4884, 1661, 1662, 2784, 2890, 3032, 7348;
// www.tcpdump.org/linktypes.html; Wireshark's wsutil/exported_pdu_tlvs.h.
#include <algorithm>
#include <optional>

#include "capture/frame/packet.h"

namespace godot::capture {
namespace {

/// What a layer has within it: the captured bytes, and how many there were on the wire.
struct View {
  std::span<const std::uint8_t> bytes;
  std::uint32_t reported = 0;

  [[nodiscard]] bool has(std::size_t size) const { return bytes.size() >= size; }
  [[nodiscard]] View after(std::size_t size) const {
    return {bytes.subspan(size), reported - static_cast<std::uint32_t>(size)};
  }
  [[nodiscard]] View first(std::uint32_t size) const {
    return {bytes.first(std::min<std::size_t>(bytes.size(), size)), std::min(reported, size)};
  }
  [[nodiscard]] std::uint8_t number8(std::size_t at) const { return bytes[at]; }
  [[nodiscard]] std::uint16_t number16(std::size_t at) const {
    return static_cast<std::uint16_t>(bytes[at] << 8 | bytes[at + 1]);
  }
  [[nodiscard]] std::uint32_t number32(std::size_t at) const {
    return std::uint32_t{number16(at)} << 16 | number16(at + 2);
  }
};

namespace link {
constexpr LinkType null = 0;
constexpr LinkType ethernet = 1;
constexpr LinkType ppp = 9;
constexpr LinkType raw_bsd = 12;
constexpr LinkType raw_openbsd = 14;
constexpr LinkType ppp_hdlc = 50;
constexpr LinkType raw = 101;
constexpr LinkType loop = 108;
constexpr LinkType cooked = 113;
constexpr LinkType ip_v4 = 228;
constexpr LinkType ip_v6 = 229;
constexpr LinkType upper_pdu = 252;
constexpr LinkType cooked_2 = 276;
}  // namespace link

namespace ether {
constexpr std::uint16_t ip_v4 = 0x0800;
constexpr std::uint16_t ip_v6 = 0x86DD;
constexpr std::uint16_t vlan = 0x8100;
constexpr std::uint16_t vlan_outer = 0x88A8;
constexpr std::uint16_t vlan_old = 0x9100;
constexpr std::uint16_t mpls = 0x8847;
constexpr std::uint16_t session = 0x8864;  // the session of a PPPoE connection
constexpr std::uint16_t longest_length = 1500;
}  // namespace ether

namespace protocol {
constexpr std::uint8_t hop_by_hop = 0;
constexpr std::uint8_t icmp = 1;
constexpr std::uint8_t ip_v4 = 4;
constexpr std::uint8_t tcp = 6;
constexpr std::uint8_t udp = 17;
constexpr std::uint8_t ip_v6 = 41;
constexpr std::uint8_t routing = 43;
constexpr std::uint8_t fragment = 44;
constexpr std::uint8_t gre = 47;
constexpr std::uint8_t authentication = 51;
constexpr std::uint8_t icmp_v6 = 58;
constexpr std::uint8_t destination = 60;
constexpr std::uint8_t mobility = 135;
constexpr std::uint8_t host_identity = 139;
constexpr std::uint8_t shim6 = 140;
}  // namespace protocol

constexpr std::uint16_t vxlan_port = 4789;

/// What begins at a place in a frame.
enum class Layer : std::uint8_t { none, ether_type, ip, ip_v4, ip_v6, transport };

constexpr unsigned most_layers = 64;
constexpr std::size_t ip_v4_head = 20;
constexpr std::size_t ip_v6_head = 40;
constexpr std::size_t icmp_head = 8;
constexpr std::size_t udp_head = 8;
constexpr std::size_t tcp_head = 20;
constexpr std::size_t vxlan_head = udp_head + 8;

Address address_of(std::uint8_t family, std::span<const std::uint8_t> bytes) {
  Address address{.family = family, .bytes = {}};
  std::copy(bytes.begin(), bytes.end(), address.bytes.begin());
  return address;
}

class Walk {
 public:
  Walk(Fragments& fragments, Packet& packet) : fragments_(fragments), packet_(packet) {}

  bool read(const Frame& frame) {
    view_ = {frame.bytes, frame.reported};
    time_ = frame.time;
    if (frame.link_type == link::upper_pdu) return read_pdu();
    layer_ = link_layer(frame.link_type);
    for (unsigned i = 0; i != most_layers && layer_ != Layer::none; ++i) {
      if (layer_ == Layer::transport) {
        if (protocol_ == protocol::tcp) return read_tcp();
        if (protocol_ == protocol::udp && !is_vxlan()) return read_udp();
      }
      layer_ = step();
    }
    return false;
  }

 private:
  Layer link_layer(LinkType type) {
    switch (type) {
      case link::null:
      case link::loop: return family_at(4);
      case link::ethernet: return ether_type_at(12, 14);
      case link::ppp:
      case link::ppp_hdlc: return read_ppp();
      case link::cooked: return ether_type_at(14, 16);
      case link::cooked_2: return ether_type_at(0, 20);
      case link::raw_bsd:
      case link::raw_openbsd:
      case link::raw: return Layer::ip;
      case link::ip_v4: return Layer::ip_v4;
      case link::ip_v6: return Layer::ip_v6;
      default: return Layer::none;
    }
  }

  /// The type is at `at`, what it is the type of at `next`.
  Layer ether_type_at(std::size_t at, std::size_t next) {
    if (!view_.has(next)) return Layer::none;
    ether_type_ = view_.number16(at);
    view_ = view_.after(next);
    return Layer::ether_type;
  }

  /// The family's number depends on the system, its order on the machine; IP itself says its version.
  Layer family_at(std::size_t next) {
    if (!view_.has(next)) return Layer::none;
    view_ = view_.after(next);
    return Layer::ip;
  }

  Layer step() {
    switch (layer_) {
      case Layer::ether_type: return read_ether_type();
      case Layer::ip: return read_version();
      case Layer::ip_v4: return read_v4();
      case Layer::ip_v6: return read_v6();
      case Layer::transport: return read_protocol();
      case Layer::none: break;
    }
    return Layer::none;
  }

  Layer read_ether_type() {
    switch (ether_type_) {
      case ether::ip_v4: return Layer::ip_v4;
      case ether::ip_v6: return Layer::ip_v6;
      case ether::vlan:
      case ether::vlan_outer:
      case ether::vlan_old: return ether_type_at(2, 4);
      case ether::session: return read_session();
      case ether::mpls: return read_labels();
      default: return ether_type_ <= ether::longest_length ? read_llc() : Layer::none;
    }
  }

  Layer read_session() {
    constexpr std::size_t head = 6;
    if (!view_.has(head)) return Layer::none;
    view_ = view_.after(head);
    return read_ppp_protocol();
  }

  /// Both ends may agree to leave out the address and the control byte, and the protocol's first byte, a zero.
  Layer read_ppp() {
    if (view_.has(2) && view_.number16(0) == 0xFF03) view_ = view_.after(2);
    return read_ppp_protocol();
  }
  Layer read_ppp_protocol() {
    if (view_.has(1) && view_.number8(0) == 0) view_ = view_.after(1);
    if (!view_.has(1)) return Layer::none;
    const std::uint8_t kind = view_.number8(0);
    view_ = view_.after(1);
    return kind == 0x21 ? Layer::ip_v4 : kind == 0x57 ? Layer::ip_v6 : Layer::none;
  }

  /// Labels, the last of which is marked.
  Layer read_labels() {
    constexpr std::size_t label = 4;
    for (bool is_last = false; !is_last; view_ = view_.after(label)) {
      if (!view_.has(label)) return Layer::none;
      is_last = (view_.number8(2) & 1) != 0;
    }
    return Layer::ip;
  }

  /// An Ethernet frame in a datagram. Of a cut one, the port says it.
  [[nodiscard]] bool is_vxlan() const {
    if (!view_.has(4) || view_.reported < vxlan_head) return false;
    const bool has_port = view_.number16(2) == vxlan_port || view_.number16(0) == vxlan_port;
    return has_port && (!view_.has(vxlan_head) || view_.number32(udp_head) == 0x08000000);
  }
  Layer read_vxlan() {
    if (!view_.has(vxlan_head)) return Layer::none;
    view_ = view_.after(vxlan_head);
    return ether_type_at(12, 14);
  }

  /// A tunnel, with a checksum, a key and a number if its flags say so.
  Layer read_gre() {
    constexpr std::size_t head = 4;
    if (!view_.has(head) || (view_.number16(0) & 0x4F07) != 0) return Layer::none;
    const std::uint16_t flags = view_.number16(0);
    std::size_t size = head;
    for (const std::uint16_t flag : {0x8000, 0x2000, 0x1000}) size += (flags & flag) != 0 ? 4 : 0;
    return ether_type_at(2, size);
  }

  /// An Ethernet frame that has its length where others have a type.
  Layer read_llc() {
    constexpr std::size_t head = 8;
    view_ = view_.first(ether_type_);
    if (!view_.has(head) || view_.number32(0) != 0xAAAA0300) return Layer::none;
    // Ethernet's types are those of no organization, and of IEEE 802.1H's. The first of its bytes was compared above.
    const std::uint16_t organization = view_.number16(4);
    return organization == 0 || organization == 0x00F8 ? ether_type_at(6, head) : Layer::none;
  }

  Layer read_version() {
    if (!view_.has(1)) return Layer::none;
    const unsigned version = view_.number8(0) >> 4;
    return version == 4 ? Layer::ip_v4 : version == 6 ? Layer::ip_v6 : Layer::none;
  }

  Layer read_v4() {
    if (!view_.has(ip_v4_head) || view_.number8(0) >> 4 != 4) return Layer::none;
    const std::size_t head = (view_.number8(0) & 15U) * 4;
    const std::uint32_t length = view_.number16(2);
    if (head < ip_v4_head || !view_.has(head) || (length != 0 && length < head)) return Layer::none;
    set_ends(4, view_.bytes.subspan(12, 4), view_.bytes.subspan(16, 4));
    packet_.hops = view_.number8(8);
    protocol_ = view_.number8(9);
    const std::uint16_t flags = view_.number16(6);
    const std::uint32_t identification = view_.number16(4);
    // 0: the network card splits it.
    if (length != 0) view_ = view_.first(length);
    view_ = view_.after(head);
    const std::uint32_t offset = (flags & 0x1FFFU) * 8;
    return join(identification, offset, (flags & 0x2000) != 0);
  }

  Layer read_v6() {
    if (!view_.has(ip_v6_head) || view_.number8(0) >> 4 != 6) return Layer::none;
    const std::uint16_t length = view_.number16(4);
    set_ends(6, view_.bytes.subspan(8, 16), view_.bytes.subspan(24, 16));
    packet_.hops = view_.number8(7);
    protocol_ = view_.number8(6);
    view_ = view_.after(ip_v6_head);
    if (length != 0) view_ = view_.first(length);
    return Layer::transport;
  }

  void set_ends(std::uint8_t family, std::span<const std::uint8_t> source, std::span<const std::uint8_t> destination) {
    set_end(packet_.source, family, source);
    set_end(packet_.destination, family, destination);
  }
  static void set_end(Endpoint& end, std::uint8_t family, std::span<const std::uint8_t> bytes) {
    end = {};
    end.address.family = family;
    std::copy(bytes.begin(), bytes.end(), end.address.bytes.begin());
  }

  /// The fragment in view_. If it was cut, Wireshark shows a first fragment as it is.
  Layer join(std::uint32_t identification, std::uint32_t offset, bool more_follow) {
    if (offset == 0 && !more_follow) return Layer::transport;
    const bool can_join = view_.bytes.size() == view_.reported && !packet_.is_quoted && !joined_;
    if (!can_join) {
      packet_.is_fragment = true;
      return offset == 0 ? Layer::transport : Layer::none;
    }
    const Fragments::Key key{packet_.source.address, packet_.destination.address, identification, protocol_};
    if (!fragments_.add(key, offset, !more_follow, view_.bytes, time_)) return Layer::none;
    joined_ = true;
    view_ = {fragments_.whole(), static_cast<std::uint32_t>(fragments_.whole().size())};
    return Layer::transport;
  }

  Layer read_protocol() {
    switch (protocol_) {
      case protocol::ip_v4: return Layer::ip_v4;
      case protocol::ip_v6: return Layer::ip_v6;
      case protocol::udp: return read_vxlan();
      case protocol::gre: return read_gre();
      case protocol::icmp: return read_error(false);
      case protocol::icmp_v6: return read_error(true);
      case protocol::hop_by_hop:
      case protocol::routing:
      case protocol::destination:
      case protocol::mobility:
      case protocol::host_identity:
      case protocol::shim6: return skip_extension(8, 8);
      case protocol::authentication: return skip_extension(4, 8);
      case protocol::fragment: return read_fragment();
      default: return Layer::none;
    }
  }

  /// Its length is in units, without `base` bytes.
  Layer skip_extension(std::size_t unit, std::size_t base) {
    if (!view_.has(2)) return Layer::none;
    const std::size_t size = base + unit * view_.number8(1);
    if (!view_.has(size)) return Layer::none;
    protocol_ = view_.number8(0);
    view_ = view_.after(size);
    return Layer::transport;
  }

  Layer read_fragment() {
    constexpr std::size_t head = 8;
    if (!view_.has(head)) return Layer::none;
    protocol_ = view_.number8(0);
    const std::uint16_t flags = view_.number16(2);
    const std::uint32_t identification = view_.number32(4);
    view_ = view_.after(head);
    return join(identification, flags & 0xFFF8U, (flags & 1) != 0);
  }

  Layer read_error(bool is_v6) {
    if (!view_.has(icmp_head)) return Layer::none;
    const std::uint8_t type = view_.number8(0);
    const bool quotes =
        is_v6 ? type >= 1 && type <= 4 : type == 3 || type == 4 || type == 5 || type == 11 || type == 12;
    if (!quotes) return Layer::none;
    packet_.is_quoted = true;
    packet_.quote = {is_v6, type, view_.number8(1)};
    // How long the quote is, if something follows it (RFC 4884).
    const bool may_say_length = is_v6 ? type == 1 || type == 3 : type == 3 || type == 11 || type == 12;
    const std::uint32_t length = is_v6 ? view_.number8(4) * 8U : view_.number8(5) * 4U;
    view_ = view_.after(icmp_head);
    if (may_say_length && length != 0) view_ = view_.first(length);
    return is_v6 ? Layer::ip_v6 : Layer::ip_v4;
  }

  bool read_udp() {
    if (!view_.has(udp_head)) return false;
    const std::uint32_t length = view_.number16(4);
    if (length != 0 && length < udp_head) return false;
    // 0: longer than the field can say (RFC 2675).
    if (length == 0 && packet_.source.address.family != 6) return false;
    set_ports();
    packet_.carrier = Carrier::udp;
    if (length != 0) view_ = view_.first(length);
    set_payload(view_.after(udp_head));
    packet_.said = length != 0 ? length - static_cast<std::uint32_t>(udp_head) : packet_.reported;
    return true;
  }

  bool read_tcp() {
    if (!view_.has(tcp_head)) return false;
    const std::size_t head = (view_.number8(12) >> 4U) * 4U;
    if (head < tcp_head || !view_.has(head)) return false;
    set_ports();
    packet_.carrier = Carrier::tcp;
    packet_.segment = {view_.number32(4), view_.number32(8), view_.number8(13), view_.number16(14)};
    set_payload(view_.after(head));
    packet_.said = packet_.reported;
    return true;
  }

  void set_ports() {
    packet_.source.port = view_.number16(0);
    packet_.destination.port = view_.number16(2);
  }

  void set_payload(const View& view) {
    packet_.payload = view.bytes;
    packet_.reported = view.reported;
  }

  /// Tags, and then the PDU.
  bool read_pdu() {
    constexpr std::size_t head = 4;
    packet_.carrier = Carrier::pdu;
    while (view_.has(head)) {
      const std::uint16_t tag = view_.number16(0);
      const std::size_t length = view_.number16(2);
      view_ = view_.after(head);
      if (!view_.has(length)) return false;
      if (tag != 0) read_tag(tag, view_.bytes.first(length));
      view_ = view_.after(length);
      if (tag == 0) break;
    }
    set_payload(view_);
    packet_.said = packet_.reported;
    return !packet_.dissector.empty();
  }

  void read_tag(std::uint16_t tag, std::span<const std::uint8_t> value) {
    switch (tag) {
      case 12:  // the dissector's name; in 13, a heuristic one's; in 14, a table's
      case 13:
      case 14: packet_.dissector = text_of_tag(value); break;
      case 20: set_address(packet_.source.address, 4, value); break;
      case 21: set_address(packet_.destination.address, 4, value); break;
      case 22: set_address(packet_.source.address, 6, value); break;
      case 23: set_address(packet_.destination.address, 6, value); break;
      case 25: packet_.source.port = port_of(value); break;
      case 26: packet_.destination.port = port_of(value); break;
      default: break;
    }
  }

  /// The text of a tag, which zeros pad.
  static std::string_view text_of_tag(std::span<const std::uint8_t> value) {
    const std::string_view text(reinterpret_cast<const char*>(value.data()), value.size());
    return text.substr(0, text.find('\0'));
  }

  static void set_address(Address& address, std::uint8_t family, std::span<const std::uint8_t> value) {
    const std::size_t size = family == 4 ? 4 : 16;
    if (value.size() >= size) address = address_of(family, value.first(size));
  }

  static std::uint16_t port_of(std::span<const std::uint8_t> value) {
    return value.size() >= 4 ? static_cast<std::uint16_t>(value[2] << 8 | value[3]) : std::uint16_t{0};
  }

  Fragments& fragments_;
  std::int64_t time_ = 0;
  Packet& packet_;
  View view_;
  Layer layer_ = Layer::none;
  std::uint16_t ether_type_ = 0;
  std::uint8_t protocol_ = 0;
  bool joined_ = false;  ///< view_ is of the fragments; they have one place for whole packets
};

}  // namespace

bool reads_link(LinkType type) noexcept {
  switch (type) {
    case link::null:
    case link::ethernet:
    case link::ppp:
    case link::raw_bsd:
    case link::raw_openbsd:
    case link::ppp_hdlc:
    case link::raw:
    case link::loop:
    case link::cooked:
    case link::ip_v4:
    case link::ip_v6:
    case link::upper_pdu:
    case link::cooked_2: return true;
    default: return false;
  }
}

bool Layers::read(const Frame& frame, Packet& packet) {
  packet = none_;
  return Walk(fragments_, packet).read(frame);
}

}  // namespace godot::capture
