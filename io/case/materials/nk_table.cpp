#include "io/case/materials/nk_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>

#include "io/case/physical_constants.hpp"
#include "io/yaml/mistakes.hpp"
#include "io/yaml/units.hpp"

namespace dgsolve {
namespace {

constexpr std::size_t most_rows = 20'000;
constexpr double largest_index = 1e7;  ///< of copper n is 2e4 at 1 GHz

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || rest != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

/// Words between commas, semicolons, tabs and blanks; "wl (nm)" is one.
std::vector<std::string> words_in(const std::string& line) {
  std::vector<std::string> words;
  bool is_open = false;
  for (const char c : line) {
    if (c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\r') {
      is_open = false;
    } else if (c == '(' && !words.empty()) {
      words.back() += '(';
      is_open = true;
    } else {
      if (!is_open) words.emplace_back();
      words.back() += c;
      is_open = true;
    }
  }
  return words;
}

enum class Column { wavelength, frequency, n, k };
struct Meaning {
  Column column;
  double factor = 1;  ///< to metres or rad/s
};

struct Row {
  double omega = 0;
  std::optional<double> n, k;
  int line = 0;
};

class TableReader {
 public:
  explicit TableReader(const std::filesystem::path& file) : file_(file), in_(file) {
    if (!in_) throw std::runtime_error(file.string() + ": cannot be read");
  }

  PermittivityRows read() {
    for (std::string line; std::getline(in_, line);) {
      ++line_;
      if (line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);  // the mark of UTF-8
      const std::vector<std::string> words = words_in(line);
      if (words.empty() || words.front().starts_with('#')) continue;
      if (number_in(words.front()))
        take_numbers(words, line);
      else
        take_names(words, line);
      if (rows_.size() > most_rows) refuse("more than 20000 rows; expected fewer");
    }
    return finished();
  }

 private:
  [[noreturn]] void refuse(const std::string& text) const { refuse_at(line_, text); }
  [[noreturn]] void refuse_at(int line, const std::string& text) const {
    throw std::runtime_error(file_.string() + ':' + std::to_string(line) + ": " + text);
  }

  /// "wl(nm)" → a wavelength, 1e-9.
  std::optional<Meaning> meaning_of(const std::string& word) const {
    const std::size_t at = word.find_first_of("([");
    const std::string name = word.substr(0, at),
                      unit = at == std::string::npos ? "" : word.substr(at + 1, word.size() - at - 2);
    if (name == "n") return Meaning{Column::n};
    if (name == "k") return Meaning{Column::k};
    if (name == "wl" || name == "wavelength") return Meaning{Column::wavelength, unit_of(unit, "um", "m")};
    if (name == "f" || name == "frequency") {
      const std::string given = unit.empty() ? "Hz" : unit;
      const std::optional<Quantity> quantity = parse_quantity("1 " + given);
      if (quantity && fits(*quantity, "J")) return Meaning{Column::frequency, quantity->value / hbar};
      if (quantity && fits(*quantity, "rad/s")) return Meaning{Column::frequency, quantity->value};
      return Meaning{Column::frequency, turn * unit_of(unit, "Hz", "Hz")};
    }
    return {};
  }
  double unit_of(const std::string& unit, const char* usual, const char* kind) const {
    const std::optional<Quantity> quantity = parse_quantity("1 " + (unit.empty() ? usual : unit));
    if (!quantity || !fits(*quantity, kind))
      refuse("got the unit " + quote(unit) + "; expected " + kind_measured_in(kind) + ", such as " + usual);
    return quantity->value;
  }

  void take_names(const std::vector<std::string>& words, const std::string& line) {
    columns_.clear();
    n_in_block_ = 0;
    ++blocks_;
    for (const std::string& word : words) {
      const std::optional<Meaning> meaning = meaning_of(word);
      if (!meaning)
        refuse("got " + quote(line) + "; expected the columns' names, such as wl,n,k (wl in µm), or numbers");
      columns_.push_back(*meaning);
    }
    const auto count = [&](auto... wanted) {
      return std::ranges::count_if(columns_, [&](const Meaning& m) { return ((m.column == wanted) || ...); });
    };
    if (count(Column::wavelength, Column::frequency) != 1 || count(Column::n) + count(Column::k) < 1 ||
        count(Column::n) > 1 || count(Column::k) > 1)
      refuse("got the columns " + quote(line) + "; expected wl (µm) or frequency (Hz), and n, k");
  }

  void take_numbers(const std::vector<std::string>& words, const std::string& line) {
    if (columns_.empty())
      refuse("got " + quote(line) + " before any names; expected a first line such as wl,n,k (wl in µm)");
    Row row;
    row.line = line_;
    if (words.size() != columns_.size())
      refuse(fmt::format("got {} numbers, {}; expected {}", words.size(), quote(line), columns_.size()));
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::optional<double> value = number_in(words[i]);
      if (!value) refuse("got " + quote(words[i]) + "; expected a number");
      take(columns_[i], *value, row);
    }
    add(row);
  }

  void take(const Meaning& meaning, double value, Row& row) const {
    switch (meaning.column) {
      case Column::wavelength:
      case Column::frequency:
        if (value <= 0) refuse(fmt::format("got {}; expected a wavelength or frequency > 0", value));
        row.omega = meaning.column == Column::wavelength ? turn * light / (meaning.factor * value)
                                                         : meaning.factor * value;
        if (!(row.omega > 1e-3 && row.omega < 1e25))
          refuse(fmt::format("got {}; expected a wavelength or frequency of waves", value));
        break;
      case Column::n:
        if (!(value > 0 && value < largest_index))
          refuse(fmt::format("got n = {}; expected a number > 0 and < {}", value, largest_index));
        row.n = value;
        break;
      case Column::k:
        if (value < 0)
          refuse(fmt::format(
              "got k = {}, gain: a field would grow in the medium; expected k >= 0, in ε = (n − jk)²",
              value));
        if (value >= largest_index)
          refuse(fmt::format("got k = {}; expected a number < {}", value, largest_index));
        row.k = value;
        break;
    }
  }

  /// Of a second block: to the row of the same wavelength.
  void add(const Row& row) {
    if (blocks_ == 1) {
      rows_.push_back(row);
      return;
    }
    constexpr double same = 1e-9;
    const std::size_t at = n_in_block_++;
    if (at >= rows_.size() || std::abs(rows_[at].omega / row.omega - 1) > same)
      refuse("got another wavelength than in the first table; expected the same ones in both");
    if (row.n) rows_[at].n = row.n;
    if (row.k) rows_[at].k = row.k;
  }

  PermittivityRows finished() {
    constexpr std::size_t least = 3;
    if (rows_.size() < least)
      refuse(fmt::format("the table has {} rows; expected {} or more", rows_.size(), least));
    std::ranges::sort(rows_, {}, &Row::omega);
    PermittivityRows table;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      if (i > 0 && row.omega == rows_[i - 1].omega)
        refuse_at(row.line, fmt::format("its wavelength is that of line {} too; expected each one once",
                                        rows_[i - 1].line));
      if (!row.n) refuse_at(row.line, "no n for this wavelength; expected n and k in all rows");
      const std::complex<double> index(*row.n, -row.k.value_or(0));
      table.omega.push_back(row.omega);
      table.epsilon.push_back(index * index);
    }
    return table;
  }

  const std::filesystem::path file_;
  std::ifstream in_;
  int line_ = 0, blocks_ = 0;
  std::size_t n_in_block_ = 0;  ///< rows of a further block so far
  std::vector<Meaning> columns_;
  std::vector<Row> rows_;
};

}  // namespace

PermittivityRows read_nk_table(const std::filesystem::path& file) { return TableReader(file).read(); }

}  // namespace dgsolve
