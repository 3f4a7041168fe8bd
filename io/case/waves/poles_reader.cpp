#include "io/case/waves/poles_reader.hpp"

#include <complex>
#include <string>
#include <vector>

#include "io/case/physical_constants.hpp"

namespace dgsolve {
namespace {

constexpr const char* units = "Hz or rad/s or J";
constexpr const char* which_unit =
    "expected it with a unit that says what it counts: rad/s, Hz (omega over 2 pi) or eV (hbar omega)";

/// An angular frequency over a number in one of the units; empty: it is one already.
double factor_of(const std::string& unit) {
  if (unit == "Hz") return turn;
  return unit == "J" ? 1 / hbar : 1;
}

class PolesReader {
 public:
  PolesReader(CaseSection& region, bool si) : region_(region), si_(si) {}

  Dispersion read() {
    Dispersion medium;
    for (CaseSection& pole : poles(region_, "debye")) {
      DebyePole& debye = medium.debye.emplace_back();
      debye.delta = number(pole, "delta", "", share_of("epsilon_r"));
      debye.tau = number(pole, "tau", "s", "the relaxation time");
      pole.finish("key of a Debye pole");
    }
    medium.drude = drude_poles(region_);
    medium.lorentz = lorentz_poles(region_, "epsilon_r");
    for (CaseSection& pole : poles(region_, "pairs")) {
      PolePair& pair = medium.pairs.emplace_back();
      pair.pole = complex(pole, "pole");
      pair.residue = complex(pole, "residue");
      check_pole(pole, pair.pole);
      pole.finish("key of a pair of poles");
    }
    if (region_.has("mu")) {
      CaseSection mu = region_.section("mu");
      medium.mu.drude = drude_poles(mu);
      medium.mu.lorentz = lorentz_poles(mu, "mu_r");
      mu.finish("list of poles of mu");
    }
    if (is_wrong_) return {};  // told already
    return medium;
  }

 private:
  /// None where the key is missing, and no empty list in the resolved case.
  static std::vector<CaseSection> poles(CaseSection& section, const char* key) {
    return section.has(key) ? section.sections(key) : std::vector<CaseSection>();
  }

  static std::string share_of(const char* parameter) {
    return std::string("the pole's share of ") + parameter + " at low frequencies";
  }

  std::vector<DrudePole> drude_poles(CaseSection& section) {
    std::vector<DrudePole> all;
    for (CaseSection& pole : poles(section, "drude")) {
      DrudePole& drude = all.emplace_back();
      drude.plasma_frequency = frequency(pole, "plasma_frequency", positive_number);
      drude.damping = frequency(pole, "damping", non_negative_number);
      pole.finish("key of a Drude pole");
    }
    return all;
  }

  std::vector<LorentzPole> lorentz_poles(CaseSection& section, const char* parameter) {
    std::vector<LorentzPole> all;
    for (CaseSection& pole : poles(section, "lorentz")) {
      LorentzPole& lorentz = all.emplace_back();
      lorentz.delta = number(pole, "delta", "", share_of(parameter));
      lorentz.frequency = frequency(pole, "frequency", positive_number);
      lorentz.damping = frequency(pole, "damping", non_negative_number);
      pole.finish("key of a Lorentz pole");
    }
    return all;
  }

  double number(CaseSection& pole, const char* key, const char* unit, const std::string& what) {
    double value = 0;
    if (pole.require(key, what + ", a number > 0")) pole.number(key, value, positive_number, unit);
    is_wrong_ = is_wrong_ || value == 0;
    return value;
  }

  double frequency(CaseSection& pole, const char* key, const NumberRange& range) {
    double value = -1;
    if (pole.require(key, range.description + (si_ ? std::string(", in rad/s, Hz or eV") : ""))) {
      pole.number(key, value, range, units);
      if (si_ && value > 0 && !pole.is_quantity(key)) {
        pole.complain(key, std::string("got a number alone; ") + which_unit);
        value = -1;
      }
    }
    is_wrong_ = is_wrong_ || value < 0;
    return value * factor_of(pole.unit_of(key, units));
  }

  std::complex<double> complex(CaseSection& pole, const char* key) {
    std::vector<double> values;
    if (!pole.require(key, std::string("[re, im]") + (si_ ? ", in rad/s, Hz or eV" : "")) ||
        !pole.numbers(key, values, any_number, units)) {
      is_wrong_ = true;
      return 0;
    }
    const std::string unit = pole.unit_of(key, units);
    if (values.size() != 2) pole.complain(key, "expected two numbers, [re, im]");
    if (si_ && unit.empty()) pole.complain(key, std::string("got numbers alone; ") + which_unit);
    is_wrong_ = is_wrong_ || values.size() != 2 || (si_ && unit.empty());
    values.resize(2);
    return factor_of(unit) * std::complex<double>(values[0], values[1]);
  }

  /// Its conjugate is the other one of the pair.
  void check_pole(CaseSection& section, std::complex<double> pole) {
    if (is_wrong_) return;
    if (!(pole.real() < 0))
      section.complain("pole",
                       "the real part is not < 0, so that a field would grow in the medium by itself; "
                       "expected [re, im] with re < 0, for fields like exp(+j omega t)");
    else if (!(pole.imag() > 0))
      section.complain("pole",
                       "the imaginary part is not > 0; expected that of the pair with im > 0, or a "
                       "Debye or Drude pole in place of real ones");
    else
      return;
    is_wrong_ = true;
  }

  CaseSection& region_;
  const bool si_;
  bool is_wrong_ = false;
};

}  // namespace

Dispersion read_poles(CaseSection& region, bool si) { return PolesReader(region, si).read(); }

}  // namespace dgsolve
