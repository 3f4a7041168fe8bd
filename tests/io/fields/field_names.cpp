/// Names of fields and of their vectors.

#include "io/fields/field_names.hpp"

#include <gtest/gtest.h>

namespace dgsolve {
namespace {

const FieldSet of_tm = {{"Hx", "Hy", "Ez", "E_magnitude", "Sx", "Sy"},
                        {"A/m", "A/m", "V/m", "V/m", "W/m^2", "W/m^2"},
                        {{"H", {0, 1, -1}}, {"S", {4, 5, -1}}}};

TEST(FieldNames, a_vector_stands_for_its_components_once) {
  EXPECT_EQ(select_fields({"H"}, of_tm), (std::vector{0, 1}));
  EXPECT_EQ(select_fields({"Sy", "E_magnitude", "S"}, of_tm), (std::vector{5, 3, 4}));
  EXPECT_EQ(select_fields({}, of_tm), (std::vector{0, 1, 2, 3, 4, 5}));
}

TEST(FieldNames, vectors_may_be_chosen_behind_the_fields_and_no_others) {
  EXPECT_EQ(selectable_names(of_tm),
            (std::vector<std::string>{"Hx", "Hy", "Ez", "E_magnitude", "Sx", "Sy", "H", "S"}));
  EXPECT_THROW(select_fields({"E"}, of_tm), std::invalid_argument);
}

TEST(FieldNames, what_is_listed_twice_is_refused) {
  for (const std::vector<std::string>& names : {std::vector<std::string>{"H", "H"}, {"Ez", "Ez"}})
    EXPECT_THROW(select_fields(names, of_tm), std::invalid_argument);
}

}  // namespace
}  // namespace dgsolve
